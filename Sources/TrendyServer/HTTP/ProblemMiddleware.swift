import Foundation
import GRDB
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import NIOHTTP1
import TrendyModel
import TrendyWire

/// The outermost middleware: adds an id to every request and a date to every answer, and converts
/// every error into a problem.
struct ProblemMiddleware: RouterMiddleware {
    typealias Context = TrendyRequestContext

    /// The maximum length of a client's request id; a longer id is replaced.
    static let maximumRequestIDLength = 128

    let dependencies: Dependencies
    let routes: RouteTable
    let metrics: ServerMetrics

    func handle(
        _ request: Request,
        context: TrendyRequestContext,
        next: (Request, TrendyRequestContext) async throws -> Response
    ) async throws -> Response {
        let id = requestID(request)
        var context = context
        context.logger[metadataKey: "request_id"] = .string(id)
        var response: Response
        do {
            response = try await next(request, context)
        } catch {
            var problem = Self.problem(for: error)
            let allowed = allowedMethods(error, request)
            if allowed != nil {
                problem = Problem(
                    .methodNotAllowed,
                    detail: "This path does not have the method \(request.method.rawValue)."
                )
            }
            if problem.status >= 500 {
                // Only the path and the kind of the error: a message can contain personal data. A
                // stopped store has already logged its state.
                let hasStopped = (error as? StoreUnavailable)?.isPermanent == true
                context.logger.log(
                    level: hasStopped ? .debug : .error,
                    "A request failed",
                    metadata: [
                        "path": .string(context.endpointPath ?? "unknown"),
                        "kind": .string(ErrorKind.text(of: error)),
                    ]
                )
            }
            metrics.increment(.problems, [("code", problem.code?.rawValue ?? "other")])
            problem.requestID = id
            response = try Self.response(problem)
            response.headers[.allow] = allowed
        }
        response.headers[.requestID] = id
        // No answer may be cached or interpreted as another type (RFC 9111, section 5.2.2.5).
        response.headers[.cacheControl] = "no-store"
        response.headers[.xContentTypeOptions] = "nosniff"
        let now = dependencies.wallClock.now()
        response.headers[.date] = now.httpDate
        response.headers[.serverTime] = now.rfc3339
        return response
    }

    /// The value of `Allow` for a request whose path has only other methods.
    private func allowedMethods(_ error: any Error, _ request: Request) -> String? {
        guard (error as? HTTPError)?.status == .notFound,
            let methods = routes.methods(of: request.uri.path), !methods.contains(request.method)
        else { return nil }
        return methods.map(\.rawValue).joined(separator: ", ")
    }

    private func requestID(_ request: Request) -> String {
        let given = request.headers[.requestID] ?? ""
        let isUsable =
            !given.isEmpty && given.utf8.count <= Self.maximumRequestIDLength
            && given.utf8.allSatisfy { (0x21...0x7E).contains($0) }
        return isUsable ? given : dependencies.ids.next().description
    }

    /// Converts an error into a problem.
    static func problem(for error: any Error) -> Problem {
        switch error {
        case let problem as Problem:
            return problem
        case let error as JSONError:
            return Problem(.malformed, detail: "\(error).")
        case is NIOTooManyBytesError:
            return Problem(.payloadTooLarge, detail: "The body is larger than this route reads.")
        case let error as ServerError where error.code == .unknownAccount:
            return Problem(.unauthorized, detail: error.message)
        case let error as HTTPError:
            return problem(status: error.status)
        case is CancellationError:
            // The server stops, or the client is gone.
            return Problem(.unavailable, detail: "The request was ended.", retryAfter: 5)
        case is HTTPParserError, is ChannelError, is IOError:
            // The client is gone and does not read this answer.
            return Problem(.malformed, detail: "The connection ended within the request.")
        case let error as StoreUnavailable:
            return problem(error)
        case let error as DatabaseError
        where diskErrorCodes.contains(error.resultCode.primaryResultCode):
            // Does not count as an attempt of the mutations: the request is not the cause.
            return Problem(
                .unavailable,
                detail: "The server cannot write or read its data now.",
                retryAfter: 60
            )
        default:
            return Problem(.internal, detail: "The request could not be carried out.")
        }
    }

    /// Result codes of SQLite for a full, busy or unreadable disk, independent of the statement.
    private static let diskErrorCodes: [ResultCode] = [
        .SQLITE_FULL, .SQLITE_BUSY, .SQLITE_LOCKED, .SQLITE_IOERR, .SQLITE_READONLY,
        .SQLITE_CANTOPEN,
    ]

    private static func problem(status: HTTPResponse.Status) -> Problem {
        switch status {
        case .notFound:
            return Problem(.notFound, detail: "There is no such route.")
        case .contentTooLarge:
            return Problem(.payloadTooLarge, detail: "The body is larger than this route reads.")
        default:
            var problem = Problem(
                status.kind == .serverError ? .internal : .malformed,
                detail: status.reasonPhrase
            )
            problem.status = status.code
            return problem
        }
    }

    static func response(_ problem: Problem) throws -> Response {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        var headers: HTTPFields = [.contentType: "application/problem+json"]
        if let seconds = problem.retryAfter { headers[.retryAfter] = String(seconds) }
        if problem.status == 401 { headers[.wwwAuthenticate] = "Bearer" }
        return Response(
            status: HTTPResponse.Status(code: problem.status),
            headers: headers,
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: try encoder.encode(problem)))
        )
    }

    private static func problem(_ error: StoreUnavailable) -> Problem {
        let detail =
            switch error.reason {
            case .corrupt:
                "The server's data is damaged. The server's operator must restore a backup; "
                    + "until then your devices keep their changes."
            case .fileReplaced:
                "The server's data was moved or replaced while it runs. The server's operator "
                    + "must restart the server; until then your devices keep their changes."
            case .unknownCommit:
                "The server does not know whether the request was carried out. Send it again."
            default: "The server cannot write or read its data now."
            }
        return Problem(.unavailable, detail: detail, retryAfter: error.retrySeconds)
    }
}
