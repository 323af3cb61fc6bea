import HTTPTypes
import Hummingbird
import TrendyModel
import TrendyWire

/// Refuses apps that are too old for this server, with the problem that tells them so.
///
/// Who names no version, such as a script, is let through.
struct VersionMiddleware: RouterMiddleware {
    typealias Context = TrendyRequestContext

    /// The oldest version of the contract that is served.
    let minimum: Int

    func handle(
        _ request: Request,
        context: TrendyRequestContext,
        next: (Request, TrendyRequestContext) async throws -> Response
    ) async throws -> Response {
        if let text = request.headers[.contractVersion], let version = Int(text), version < minimum
        {
            throw Problem(
                .upgradeRequired,
                detail: "This server serves version \(minimum) of the contract and later; the app "
                    + "speaks version \(version)."
            )
        }
        return try await next(request, context)
    }
}
