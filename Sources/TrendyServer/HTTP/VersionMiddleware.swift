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
