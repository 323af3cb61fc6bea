import HTTPTypes
import Hummingbird
import TrendyModel
import TrendyWire

/// Refuses apps with an unsupported contract version, with a problem that asks for an update.
///
/// Clients without a version, such as scripts, are admitted.
struct VersionMiddleware: RouterMiddleware {
    typealias Context = TrendyRequestContext

    /// The oldest supported version of the contract.
    let minimum: Int

    func handle(
        _ request: Request,
        context: TrendyRequestContext,
        next: (Request, TrendyRequestContext) async throws -> Response
    ) async throws -> Response {
        guard let text = request.headers[.contractVersion] else {
            return try await next(request, context)
        }
        guard let version = Int32(text) else {
            throw Problem(.malformed, detail: "X-Trendy-Contract must be a version's number.")
        }
        guard version >= minimum else {
            throw Problem(
                .upgradeRequired,
                detail: "This server serves version \(minimum) of the contract and later; the app "
                    + "speaks version \(version)."
            )
        }
        return try await next(request, context)
    }
}
