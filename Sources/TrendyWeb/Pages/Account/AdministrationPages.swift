import HTTPTypes
import TrendyLocalization

/// The pages of a server's administrators.
enum AdministrationPages {
    static let routes: [WebRoute] = [
        .get("/admin") { try await page($0) },
        .post("/admin/invites") { try await invite($0) },
        .get("/admin/users/{id}/disable") { try await confirmation($0) },
        .post("/admin/users/{id}/disable") { try await setDisabled($0, true) },
        .post("/admin/users/{id}/enable") { try await setDisabled($0, false) },
        .post("/admin/backups") { try await backUp($0) },
    ]

    /// The address of the page.
    static let path = WebPath("/admin")

    /// The number of days that an invite can be valid.
    static let inviteDays = 1...365

    private typealias Texts = Strings.WebAccount

    /// For others, the pages do not exist.
    private static func administration(
        _ context: PageContext
    ) throws(WebError) -> any WebAdministration {
        guard let administration = context.viewer.administration else { throw WebError.notFound }
        return administration
    }

    @MainActor
    private static func page(
        _ context: PageContext,
        invite: AdministrationView.Invite = .form(error: nil),
        status: HTTPResponse.Status = .ok
    ) async throws -> WebResponse {
        let overview = try await administration(context).overview()
        return await context.page(
            title: Texts.administrationTitle(),
            area: .account,
            status: status
        ) {
            tag(.h1) { Texts.administrationTitle() }
            notice(context, overview)
            AdministrationView(context: context, overview: overview, invite: invite).html
        }
    }

    private static func notice(_ context: PageContext, _ overview: WebServerOverview) -> HTML? {
        let query = context.query
        let user = overview.users.first { $0.id == query["user"] }
        let backup = overview.file?.backups.first { $0.name == query["backup"] }
        let text: String? =
            if let user {
                user.isDisabled
                    ? Texts.disabledDone(["email": user.email])
                    : Texts.enabledDone(["email": user.email])
            } else {
                backup.map { Texts.backupDone(["name": $0.name]) }
            }
        return text.map { text in tag(.p, .class("banner"), .role("status")) { text } }
    }

    /// Creates an invite; its page is the only one that shows the code.
    @MainActor
    private static func invite(_ context: PageContext) async throws -> WebResponse {
        let administration = try administration(context)
        guard let days = context.form.text("days").flatMap({ Int($0) }), inviteDays.contains(days)
        else {
            return try await page(
                context,
                invite: .form(error: Texts.inviteWrongDays()),
                status: .badRequest
            )
        }
        let code = try await administration.createInvite(days: days)
        return try await page(context, invite: .created(code: code, days: days))
    }

    private static func user(_ context: PageContext) async throws -> WebServerOverview.User {
        let overview = try await administration(context).overview()
        guard let user = overview.users.first(where: { $0.id == context.parameters["id"] }) else {
            throw WebError.notFound
        }
        return user
    }

    @MainActor
    private static func confirmation(_ context: PageContext) async throws -> WebResponse {
        let user = try await user(context)
        return await context.page(title: Texts.disableTitle(), area: .account) {
            tag(.h1) { Texts.disableTitle() }
            tag(.section, .class("card")) {
                tag(.p) { Texts.disableText(["email": user.email]) }
                tag(
                    .form,
                    .class("row"),
                    .method(.post),
                    .action(WebPath(parts: ["admin", "users", user.id, "disable"]))
                ) {
                    context.formToken
                    tag(.button, .type("submit"), .class("danger")) { Texts.disableButton() }
                    tag(.a, .href(path)) { Texts.cancelDisable() }
                }
            }
        }
    }

    @MainActor
    private static func setDisabled(
        _ context: PageContext,
        _ isDisabled: Bool
    ) async throws -> WebResponse {
        let user = try await user(context)
        try await administration(context).setDisabled(isDisabled, account: user.id)
        return .seeOther(WebPath("/admin", ["user": user.id]))
    }

    @MainActor
    private static func backUp(_ context: PageContext) async throws -> WebResponse {
        let name = try await administration(context).backUp()
        return .seeOther(WebPath("/admin", ["backup": name]))
    }
}
