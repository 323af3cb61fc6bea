import Foundation
import HTTPTypes
import TrendyLocalization

/// What the script that uploads a file in pieces asks for; the answers are JSON.
@MainActor
enum UploadPages {
    /// The answer to the script.
    private struct Answer: Encodable {
        var id: String?
        var received: Int64?
        var size: Int64?
        /// Whether bytes are missing.
        var isUploading = false
        /// Whether the same file was imported before.
        var isRepeated = false
        /// Why it cannot go on, for the person.
        var error: String?
    }

    /// Starts an upload or finds the one that was cut off.
    static func begin(_ context: PageContext) async throws -> WebResponse {
        guard let imports = context.viewer.imports else { throw WebError.notFound }
        let query = context.query
        return try await answering {
            guard let name = query.text("name"),
                let size = query.text("size").flatMap({ Int64($0) }),
                let fingerprint = query.text("fingerprint")
            else { throw WebError.badRequest }
            return try await imports.begin(
                name: name,
                size: size,
                fingerprint: fingerprint,
                zone: context.timeZone
            )
        }
    }

    /// Appends a piece.
    static func append(_ context: PageContext) async throws -> WebResponse {
        guard let imports = context.viewer.imports, let id = context.parameters["id"] else {
            throw WebError.notFound
        }
        return try await answering {
            guard let offset = context.query.text("offset").flatMap({ Int64($0) }), offset >= 0
            else { throw WebError.badRequest }
            return try await imports.append(context.request.body, to: id, at: offset)
        }
    }

    /// How far an upload is.
    static func state(_ context: PageContext) async throws -> WebResponse {
        guard let imports = context.viewer.imports, let id = context.parameters["id"] else {
            throw WebError.notFound
        }
        return try await answering {
            guard let upload = try await imports.uploads().first(where: { $0.id == id }) else {
                throw WebError.notFound
            }
            return upload
        }
    }

    /// Stops an upload or import, or removes a finished one from the list.
    static func remove(_ context: PageContext) async throws -> WebResponse {
        guard let imports = context.viewer.imports, let id = context.parameters["id"] else {
            throw WebError.notFound
        }
        do {
            try await imports.remove(id)
        } catch let error as WebError where error.status == .notFound {
            // It was removed in another window.
        }
        return .seeOther(UploadList.path)
    }

    private static func answering(
        _ body: () async throws -> WebUpload
    ) async throws -> WebResponse {
        do {
            return try json(answer(try await body()))
        } catch let error as WebUploadMismatch {
            return try json(answer(error.upload), status: .conflict)
        } catch let error as WebError {
            return try json(Answer(error: error.text), status: error.status)
        }
    }

    private static func answer(_ upload: WebUpload) -> Answer {
        var isRepeated = false
        if case .done = upload.state { isRepeated = true }
        return Answer(
            id: upload.id,
            received: upload.received,
            size: upload.size,
            isUploading: upload.state == .uploading,
            isRepeated: isRepeated
        )
    }

    private static func json(
        _ answer: Answer,
        status: HTTPResponse.Status = .ok
    ) throws -> WebResponse {
        WebResponse(
            status: status,
            type: "application/json",
            body: .bytes(Array(try JSONEncoder().encode(answer)))
        )
    }
}
