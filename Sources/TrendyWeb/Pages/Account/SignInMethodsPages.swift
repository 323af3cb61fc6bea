import HTTPTypes
import TrendyLocalization

/// The routes of the sign-in through a provider on the account page.
enum SignInMethodsPages {
    static let routes: [WebRoute] = [
        .post("/account/provider/link") { context in
            let methods = try methods(context)
            do {
                return try await methods.link(password: context.form["password"] ?? "")
            } catch let error as WebError where error.status != .serviceUnavailable {
                return try await AccountPages.page(
                    context,
                    providerError: error.text,
                    status: error.status
                )
            }
        },
        .post("/account/provider/unlink") { context in
            try await methods(context).unlink(context.form["id"] ?? "")
            return .seeOther(WebPath("/account", ["done": "unlinked"]))
        },
        .post("/account/provider/again") { context in
            let page = context.form["to"].flatMap { WebPath(local: $0) }
            return try await methods(context).signInAgain(returningTo: page ?? AccountPages.path)
        },
    ]

    private static func methods(
        _ context: PageContext
    ) throws(WebError) -> any WebSignInMethods {
        guard let methods = context.viewer.signInMethods else { throw WebError.notFound }
        return methods
    }
}
