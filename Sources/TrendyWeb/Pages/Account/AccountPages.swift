import HTTPTypes
import TrendyLocalization

/// The routes of the account pages.
enum AccountPages {
    static let routes: [WebRoute] =
        [
            .get("/account") { try await page($0) },
            .post("/account/password") { try await changePassword($0) },
            .post("/account/sessions/{id}/end") { try await endSession($0) },
            .post("/account/sign-out") { context in
                try await account(context).signOut().forgettingPages()
            },
            .get("/account/export") { try await account($0).export() },
            .get("/account/delete") { try await deletion($0) },
            .post("/account/delete") { try await delete($0) },
        ] + SignInMethodsPages.routes + AdministrationPages.routes

    /// The address of the page.
    static let path = PageArea.account.path

    private typealias Texts = Strings.WebAccount

    private static func account(
        _ context: PageContext
    ) throws(WebError) -> any WebAccountActions {
        guard let account = context.viewer.account else { throw WebError.notFound }
        return account
    }

    /// The page, with the errors of the form for the password.
    @MainActor
    static func page(
        _ context: PageContext,
        errors: PasswordForm.Errors = .init(),
        providerError: String? = nil,
        status: HTTPResponse.Status = .ok
    ) async throws -> WebResponse {
        let sessions = try await context.viewer.account?.sessions()
        let methods = context.viewer.signInMethods
        let state = try await methods?.state()
        return await context.page(
            title: PageArea.account.name,
            area: .account,
            status: status
        ) {
            tag(.h1) { PageArea.account.name }
            notice(context)
            if let sessions {
                AccountView(
                    context: context,
                    sessions: sessions,
                    errors: errors,
                    signIn: methods.flatMap { methods in state.map { (methods.name, $0) } },
                    providerError: providerError
                ).html
            } else {
                DeviceAccountView(context: context).html
            }
        }
    }

    private static func notice(_ context: PageContext) -> HTML? {
        let text: String? =
            switch context.query["done"] {
            case "password": Texts.passwordChanged()
            case "session": Texts.sessionEnded()
            case "linked":
                context.viewer.signInMethods.map { Strings.WebProvider.linked(["name": $0.name]) }
            case "unlinked": Strings.WebProvider.unlinked()
            default: nil
            }
        return text.map { text in tag(.p, .class("banner"), .role("status")) { text } }
    }

    // MARK: Changes

    @MainActor
    private static func changePassword(_ context: PageContext) async throws -> WebResponse {
        let account = try account(context)
        var errors = PasswordForm.Errors()
        // White space is part of a password.
        let current = context.form["current"] ?? ""
        let new = context.form["new"] ?? ""
        let hasPassword = try await context.viewer.signInMethods?.state().hasPassword ?? true
        if hasPassword, current.isEmpty { errors.current = Texts.passwordMissing() }
        if new.isEmpty {
            errors.new = Texts.passwordMissing()
        } else if hasPassword, new == current {
            errors.new = Texts.passwordSame()
        } else if new != context.form["repeated"] {
            errors.repeated = Texts.passwordMismatch()
        }
        guard errors.isEmpty else {
            return try await page(context, errors: errors, status: .badRequest)
        }
        do {
            try await account.changePassword(current: current, new: new)
        } catch let error as WebError where error.status != .serviceUnavailable {
            errors.form = error.text
            return try await page(context, errors: errors, status: error.status)
        }
        return .seeOther(WebPath("/account", ["done": "password"]))
    }

    @MainActor
    private static func endSession(_ context: PageContext) async throws -> WebResponse {
        let account = try account(context)
        guard let id = context.parameters["id"] else { throw WebError.notFound }
        let sessions = try await account.sessions()
        if sessions.contains(where: { $0.id == id && $0.isCurrent }) {
            return try await account.signOut().forgettingPages()
        }
        if sessions.contains(where: { $0.id == id }) { try await account.endSession(id) }
        return .seeOther(WebPath("/account", ["done": "session"]))
    }

    @MainActor
    private static func deletion(
        _ context: PageContext,
        errors: AccountDeletionForm.Errors = .init(),
        status: HTTPResponse.Status = .ok
    ) async throws -> WebResponse {
        _ = try account(context)
        guard let email = context.viewer.email else { throw WebError.notFound }
        let methods = context.viewer.signInMethods
        let state = try await methods?.state()
        return await context.page(title: Texts.deleteTitle(), area: .account, status: status) {
            AccountDeletionForm(
                context: context,
                email: email,
                errors: errors,
                signIn: methods.flatMap { methods in state.map { (methods.name, $0) } }
            ).html
        }
    }

    @MainActor
    private static func delete(_ context: PageContext) async throws -> WebResponse {
        let account = try account(context)
        var errors = AccountDeletionForm.Errors()
        let password = context.form["password"] ?? ""
        if context.form.text("email")?.lowercased() != context.viewer.email?.lowercased() {
            errors.email = Texts.deleteMismatch()
        }
        let hasPassword = try await context.viewer.signInMethods?.state().hasPassword ?? true
        if hasPassword, password.isEmpty { errors.password = Texts.passwordMissing() }
        guard errors.isEmpty else {
            return try await deletion(context, errors: errors, status: .badRequest)
        }
        do {
            return try await account.deleteAccount(password: password).forgettingPages()
        } catch let error as WebError where error.status != .serviceUnavailable {
            errors.password = error.text
            return try await deletion(context, errors: errors, status: error.status)
        }
    }
}
