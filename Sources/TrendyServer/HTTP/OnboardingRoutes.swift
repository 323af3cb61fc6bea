import Hummingbird
import TrendyModel
import TrendyWire

/// The routes of the account's onboarding status.
struct OnboardingRoutes: Sendable {
    let store: any ServerStore
    let wallClock: any WallClock

    func add(to group: RouterGroup<TrendyRequestContext>) {
        let path = RouterPath(Route.onboarding)
        group.get(path) { _, context in
            Self.response(try await store.onboarding(account: context.account))
        }
        group.patch(path) { request, context in
            let change = try await request.document()
            let violations = OnboardingStatus.violations(of: change)
            guard violations.isEmpty else {
                throw Problem(
                    .validation,
                    detail: "The onboarding cannot be changed like this.",
                    errors: violations
                )
            }
            return try await edit(.merge(change), context)
        }
        group.delete(path) { _, context in try await edit(.reset, context) }
    }

    private func edit(
        _ edit: OnboardingEdit,
        _ context: TrendyRequestContext
    ) async throws -> Response {
        let status = try await store.editOnboarding(
            account: context.account,
            edit,
            now: wallClock.now()
        )
        return Self.response(status)
    }

    private static func response(_ status: OnboardingStatus) -> Response {
        .json(bytes: status.document.json.utf8)
    }
}
