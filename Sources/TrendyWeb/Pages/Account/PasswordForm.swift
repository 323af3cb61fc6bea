import TrendyLocalization

/// The form that changes the password.
struct PasswordForm {
    /// The sentences about what was entered.
    struct Errors: Sendable {
        var current: String?
        var new: String?
        var repeated: String?
        /// What the server says of the whole form.
        var form: String?

        var isEmpty: Bool {
            current == nil && new == nil && repeated == nil && form == nil
        }
    }

    let context: PageContext
    let errors: Errors
    /// The provider's name, and how the viewer can sign in; `nil` without a provider.
    let signIn: (name: String, state: WebSignInState)?

    private typealias Texts = Strings.WebAccount

    private var hasPassword: Bool { signIn?.state.hasPassword ?? true }

    var html: HTML {
        tag(.section, .class("card"), .aria("labelledby", "password-title")) {
            if let signIn, !hasPassword {
                tag(.h2, .id("password-title")) { Strings.WebProvider.setPasswordTitle() }
                tag(.p) { Strings.WebProvider.setPasswordText(["name": signIn.name]) }
                if signIn.state.isRecent {
                    form
                } else {
                    SignInAgainForm(
                        context: context,
                        name: signIn.name,
                        page: AccountPages.path
                    ).html
                }
            } else {
                tag(.h2, .id("password-title")) { Texts.passwordTitle() }
                tag(.p) { Texts.passwordText() }
                form
            }
        }
    }

    private var form: HTML {
        tag(.form, .class("stack"), .method(.post), .action(WebPath("/account/password"))) {
            context.formToken
            // Lets password managers store the new password under the right name.
            tag(
                .input,
                .type("text"),
                .name("username"),
                .value(context.viewer.email ?? ""),
                .set(.autocomplete, "username"),
                .flag(.hidden)
            )
            if let error = errors.form {
                tag(.p, .class("field-error"), .role("alert")) { error }
            }
            if hasPassword {
                field("current", Texts.currentPassword(), "current-password", errors.current)
            }
            field("new", Texts.newPassword(), "new-password", errors.new)
            field("repeated", Texts.repeatPassword(), "new-password", errors.repeated)
            tag(.div) {
                tag(.button, .type("submit")) {
                    hasPassword ? Texts.changePassword() : Strings.WebProvider.setPassword()
                }
            }
        }
    }

    private func field(
        _ name: String,
        _ label: String,
        _ autocomplete: String,
        _ error: String?
    ) -> HTML {
        FormField(
            id: "password-\(name)",
            name: name,
            label: label,
            value: "",
            problem: error
        ).input("password", .set(.autocomplete, autocomplete), .flag(.required))
    }
}
