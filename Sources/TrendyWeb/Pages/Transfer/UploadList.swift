import Foundation
import TrendyKit
import TrendyLocalization
import TrendyModel

/// The uploads and imports of the account.
struct UploadList {
    let context: PageContext
    let uploads: [WebUpload]

    /// The address of the list.
    static let path = WebPath("/transfer")

    private typealias Texts = Strings.WebTransfer

    /// Whether the list changes without a change of the database.
    private var isChanging: Bool {
        uploads.contains { upload in
            switch upload.state {
            case .uploading: upload.isActive
            case .waiting, .importing: true
            case .done, .failed: false
            }
        }
    }

    @HTMLBuilder
    var html: HTML {
        tag(
            .section,
            .id("imports"),
            .aria("labelledby", "imports-title"),
            isChanging ? .data("changing", "true") : .none
        ) {
            tag(.div, .class("row between")) {
                tag(.h2, .id("imports-title")) { Texts.importsTitle() }
                if isChanging { tag(.a, .href(Self.path)) { Texts.reload() } }
            }
            if uploads.isEmpty {
                tag(.p, .class("card empty")) { Texts.noImports() }
            } else {
                tag(.ul, .class("uploads")) {
                    for upload in uploads { item(upload) }
                }
            }
        }
    }

    private func item(_ upload: WebUpload) -> HTML {
        tag(.li, .class("card upload"), .id("upload-\(upload.id)")) {
            tag(.div, .class("row between")) {
                tag(.h3) { upload.name }
                state(upload)
            }
            tag(.p, .class("quiet small")) {
                if let size = upload.size { "\(DisplayFormatter.bytes(size)) · " }
                tag(.time, .datetime(upload.startedAt.rfc3339)) {
                    context.formats.timeAndDay(upload.startedAt, today: context.today)
                }
            }
            detail(upload)
            actions(upload)
        }
    }

    private func state(_ upload: WebUpload) -> HTML {
        let (text, kind) =
            switch upload.state {
            case .uploading:
                upload.isActive
                    ? (Texts.uploadingState(), "") : (Texts.interrupted(), "warning")
            case .waiting: (Texts.waitingState(), "")
            case .importing: (Texts.importingState(), "")
            case .done: (Texts.doneState(), "good")
            case .failed: (Texts.failedState(), "bad")
            }
        return tag(.span, .class("state \(kind)")) { text }
    }

    @HTMLBuilder
    private func detail(_ upload: WebUpload) -> HTML {
        switch upload.state {
        case .uploading: uploading(upload)
        case .waiting: tag(.p) { Texts.waitingText() }
        case .importing(let step, let fraction):
            progress(fraction, of: upload)
            tag(.p) {
                step
                if let fraction {
                    ": "
                    Texts.percent(["percent": String(Int(fraction * 100))])
                }
                ". "
                Texts.canLeave()
            }
        case .done(let report):
            ImportReportView(
                report: report,
                name: upload.name,
                formats: context.formats
            ).html
        case .failed(let reason): tag(.p) { reason }
        }
    }

    @HTMLBuilder
    private func uploading(_ upload: WebUpload) -> HTML {
        let size = upload.size ?? 0
        let values: KeyValuePairs = [
            "received": DisplayFormatter.bytes(upload.received),
            "size": DisplayFormatter.bytes(size),
        ]
        progress(size > 0 ? Double(upload.received) / Double(size) : nil, of: upload)
        tag(.p) { upload.isActive ? Texts.uploadedOf(values) : Texts.resumeHint(values) }
    }

    private func progress(_ fraction: Double?, of upload: WebUpload) -> HTML {
        tag(
            .progress,
            .set(.max, "1"),
            fraction.map { .value(HTMLAttribute.text(of: $0)) } ?? .none,
            .aria("label", Texts.progressOf(["name": upload.name]))
        ) {}
    }

    private func actions(_ upload: WebUpload) -> HTML {
        let (text, label) =
            switch upload.state {
            case .uploading: (Texts.stop(), Texts.stopNamed(["name": upload.name]))
            case .waiting, .importing: (Texts.stop(), Texts.stopImportNamed(["name": upload.name]))
            case .done, .failed: (Texts.forget(), Texts.forgetNamed(["name": upload.name]))
            }
        return tag(
            .form,
            .method(.post),
            .action(WebPath(parts: ["transfer", "uploads", upload.id, "remove"]))
        ) {
            context.formToken
            tag(.button, .type("submit"), .class("link"), .aria("label", label)) { text }
        }
    }
}
