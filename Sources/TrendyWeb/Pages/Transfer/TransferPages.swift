import Foundation
import HTTPTypes
import TrendyKit
import TrendyLocalization
import TrendyModel

/// The routes of the transfer pages.
enum TransferPages {
    static let routes: [WebRoute] = [
        .get("/transfer") { try await page($0) },
        .upload("/transfer/file") { try await receive($0) },
        .upload("/transfer/uploads") { try await UploadPages.begin($0) },
        .upload("/transfer/uploads/{id}") { try await UploadPages.append($0) },
        .get("/transfer/uploads/{id}") { try await UploadPages.state($0) },
        .post("/transfer/uploads/{id}/remove") { try await UploadPages.remove($0) },
        .get("/transfer/export") { try await ExportPages.export($0) },
        .get("/transfer/everything") { try await ExportPages.everything($0) },
        .get("/transfer/database") { try await ExportPages.database($0) },
    ]

    /// The page, with the errors of its forms.
    @MainActor
    static func page(
        _ context: PageContext,
        fileError: String? = nil,
        export: ExportFields? = nil,
        status: HTTPResponse.Status = .ok
    ) async throws -> WebResponse {
        let uploads = try await context.viewer.imports?.uploads() ?? []
        let types = try await ExportPages.types(context)
        let repeated = uploads.first { $0.id == context.query["repeated"] }
        return await context.page(
            title: PageArea.transfer.name,
            area: .transfer,
            scripts: ["upload.js"],
            status: status
        ) {
            tag(.h1) { PageArea.transfer.name }
            if let repeated {
                tag(.p, .class("banner"), .role("status")) {
                    Strings.WebTransfer.alreadyImported(["name": repeated.name])
                }
            }
            tag(.div, .class("transfer")) {
                tag(.div) {
                    ImportSection(context: context, fileError: fileError).html
                    UploadList(context: context, uploads: uploads).html
                }
                ExportSection(context: context, types: types, fields: export).html
            }
        }
    }

    /// Takes a file that the form sends as a whole, without a script.
    @MainActor
    private static func receive(_ context: PageContext) async throws -> WebResponse {
        let request = context.request
        guard let imports = context.viewer.imports else { throw WebError.notFound }
        let file = try await MultipartFile(
            request.body,
            contentType: request.head.headerFields[.contentType] ?? ""
        )
        guard !file.name.isEmpty else {
            for try await _ in file {}
            return try await page(
                context,
                fileError: Strings.WebTransfer.noFile(),
                status: .badRequest
            )
        }
        _ = try await imports.receive(
            file,
            name: file.name,
            largest: request.head.headerFields[.contentLength].flatMap { Int64($0) },
            zone: context.timeZone
        )
        return .seeOther(UploadList.path)
    }
}

extension PageContext {
    /// The viewer's current time zone.
    var timeZone: TimeZone { formats.zones().zone(at: now) }
}
