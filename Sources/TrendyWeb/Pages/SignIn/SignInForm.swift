package import HTTPTypes
import TrendyLocalization

/// The form to sign in or to create an account.
package struct SignInForm: Sendable {
    /// What the form does.
    package enum Purpose: Sendable {
        case signIn
        case signUp(needsInvite: Bool)
    }

    /// What it does.
    package var purpose: Purpose
    /// The token that proves that the form came from this site.
    package var token: String
    /// The page to return to; `nil` for the first page.
    package var destination: WebPath?
    /// The entered address.
    package var email = ""
    /// The entered invite code.
    package var invite = ""
    /// Whether the other of the two forms exists.
    package var offersOther = true
    /// The name of the provider through which people can sign in; `nil` without one.
    package var providerName: String?
    /// What went wrong, and what to do; empty without an error.
    package var error = ""

    /// Creates an empty form.
    package init(_ purpose: Purpose, token: String, destination: WebPath?) {
        self.purpose = purpose
        self.token = token
        self.destination = destination
    }

    /// The page with the form.
    package func page(status: HTTPResponse.Status = .ok) -> WebResponse {
        let content = tag(.section, .class("card")) {
            tag(.h1) { title }
            tag(.p, .class("quiet")) { explanation }
            if !error.isEmpty {
                tag(.p, .class("banner bad"), .id("error"), .role("alert")) { error }
            }
            if let providerName {
                tag(.div, .class("stack")) {
                    form
                    tag(.div) {
                        tag(
                            .a,
                            .class("button"),
                            .href(ProviderPages.path(returningTo: destination))
                        ) { Strings.WebProvider.signInWith(["name": providerName]) }
                    }
                }
            } else {
                form
            }
            if offersOther { tag(.p, .class("small")) { other } }
        }
        return .html(PageLayout.plain(title: title, content), status: status)
    }

    /// Whether it creates an account.
    package var isSignUp: Bool {
        if case .signUp = purpose { true } else { false }
    }

    private var title: String {
        isSignUp ? Strings.WebSignIn.signUp() : Strings.WebSignIn.signIn()
    }

    private var explanation: String {
        isSignUp ? Strings.WebSignIn.signUpText() : Strings.WebSignIn.signInText()
    }

    private var form: HTML {
        tag(
            .form,
            .method(.post),
            .action(isSignUp ? SignInPages.signUpPath : SignInPages.signInPath),
            .class("stack")
        ) {
            tag(.input, .type("hidden"), .name("csrf"), .value(token))
            if let destination {
                tag(.input, .type("hidden"), .name("to"), .value(destination.text))
            }
            field(
                Strings.WebSignIn.email(),
                .type("email"),
                .name("email"),
                .value(email),
                .set(.autocomplete, "username"),
                describedBy(nil)
            )
            field(
                Strings.WebSignIn.password(),
                .type("password"),
                .name("password"),
                .set(.autocomplete, isSignUp ? "new-password" : "current-password"),
                describedBy(isSignUp ? "rule" : nil)
            )
            if isSignUp {
                tag(.p, .class("quiet small"), .id("rule")) { Strings.WebSignIn.passwordRule() }
            }
            if case .signUp(needsInvite: true) = purpose {
                field(
                    Strings.WebSignIn.invite(),
                    .type("text"),
                    .name("invite"),
                    .value(invite),
                    .set(.autocomplete, "off"),
                    describedBy("invite-rule")
                )
                tag(.p, .class("quiet small"), .id("invite-rule")) {
                    Strings.WebSignIn.inviteText()
                }
            }
            tag(.button, .type("submit"), .class("primary")) { title }
        }
    }

    private func field(_ label: String, _ attributes: HTMLAttribute...) -> HTML {
        tag(.label) {
            label
            tag(.input, attributes: attributes + [.flag(.required)])
        }
    }

    /// The rule of a field and the message, which does not say which field is wrong.
    private func describedBy(_ rule: String?) -> HTMLAttribute {
        let ids = [rule, error.isEmpty ? nil : "error"].compactMap(\.self)
        return ids.isEmpty ? .none : .aria("describedby", ids.joined(separator: " "))
    }

    private var other: HTML {
        let to = destination?.text
        return isSignUp
            ? tag(.a, .href(WebPath("/sign-in", ["to": to]))) { Strings.WebSignIn.toSignIn() }
            : tag(.a, .href(WebPath("/sign-up", ["to": to]))) { Strings.WebSignIn.toSignUp() }
    }
}
