import TrendyLocalization

/// The page that deletes the account, after its address and password were typed.
struct AccountDeletionForm {
    /// The sentences about what was entered.
    struct Errors: Sendable {
        var email: String?
        var password: String?

        var isEmpty: Bool { email == nil && password == nil }
    }

    let context: PageContext
    let email: String
    let errors: Errors
    /// The provider's name, and how the viewer can sign in; `nil` without a provider.
    let signIn: (name: String, state: WebSignInState)?

    private typealias Texts = Strings.WebAccount

    private var hasPassword: Bool { signIn?.state.hasPassword ?? true }

    @HTMLBuilder
    var html: HTML {
        tag(.h1) { Texts.deleteTitle() }
        tag(.section, .class("card")) {
            tag(.p) { Texts.deleteWarning(["email": email]) }
            tag(.p) { Texts.deleteDevices() }
            tag(.p) {
                Texts.deleteExport()
                " "
                tag(.a, .href(WebPath("/account/export"))) { Texts.downloadAll() }
            }
            if let signIn, !hasPassword, !signIn.state.isRecent {
                SignInAgainForm(
                    context: context,
                    name: signIn.name,
                    page: WebPath("/account/delete")
                ).html
            } else {
                form
            }
        }
    }

    private var form: HTML {
        tag(.form, .class("stack"), .method(.post), .action(WebPath("/account/delete"))) {
            context.formToken
            FormField(
                id: "delete-email",
                name: "email",
                label: Texts.deleteConfirm(["email": email]),
                value: context.form["email"] ?? "",
                problem: errors.email
            ).input("text", .set(.autocomplete, "off"), .flag(.required))
            if hasPassword {
                FormField(
                    id: "delete-password",
                    name: "password",
                    label: Texts.currentPassword(),
                    value: "",
                    problem: errors.password
                ).input(
                    "password",
                    .set(.autocomplete, "current-password"),
                    .flag(.required)
                )
            } else if let error = errors.password {
                tag(.p, .class("field-error"), .role("alert")) { error }
            }
            tag(.div, .class("row")) {
                tag(.button, .type("submit"), .class("danger")) { Texts.deleteButton() }
                tag(.a, .href(AccountPages.path)) { Texts.cancel() }
            }
        }
    }
}
