import HTTPTypes
import TrendyKit
import TrendyLocalization

extension WebError {
    private typealias Texts = Strings.WebTransfer

    /// The uploaded file has no content.
    package static var emptyUpload: WebError {
        WebError(status: .badRequest, title: Texts.emptyTitle(), text: Texts.emptyText())
    }
    /// A file is larger than the maximum.
    package static func uploadTooLarge(_ maximum: Int64) -> WebError {
        WebError(
            status: .contentTooLarge,
            title: Texts.tooLargeTitle(),
            text: Texts.tooLargeText(["size": DisplayFormatter.bytes(maximum)])
        )
    }
    /// The account has too many unfinished uploads.
    package static var tooManyUploads: WebError {
        WebError(status: .conflict, title: Texts.tooManyTitle(), text: Texts.tooManyText())
    }
    /// The account's uploads are too large together.
    package static func tooManyBytes(_ maximum: Int64) -> WebError {
        WebError(
            status: .contentTooLarge,
            title: Texts.tooManyBytesTitle(),
            text: Texts.tooManyBytesText(["size": DisplayFormatter.bytes(maximum)])
        )
    }
    /// The disk has no space for the file.
    package static var diskFull: WebError {
        WebError(
            status: .init(code: 507, reasonPhrase: "Insufficient Storage"),
            title: Texts.diskFullTitle(),
            text: Texts.diskFullText()
        )
    }
    /// The upload was stopped, or goes on elsewhere.
    package static var uploadEnded: WebError {
        WebError(status: .conflict, title: Texts.endedTitle(), text: Texts.endedText())
    }
    /// The form with the file is damaged.
    package static var malformedUpload: WebError {
        WebError(status: .badRequest, title: Texts.malformedTitle(), text: Texts.malformedText())
    }
}
