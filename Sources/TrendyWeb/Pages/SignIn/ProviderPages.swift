package import HTTPTypes
import TrendyLocalization

/// The pages of a sign-in through a provider.
package enum ProviderPages {
    /// The address that begins a sign-in, and returns to a page.
    package static func path(returningTo page: WebPath?) -> WebPath {
        WebPath("/sign-in/provider", ["to": page?.text])
    }

    /// The address on which the person enters what is missing.
    package static let confirmPath = WebPath("/sign-in/provider/confirm")

    private typealias Texts = Strings.WebProvider

    /// The page that sends the browser to another site, after a form.
    ///
    /// A redirect would be part of the form's request, which the content security policy limits to
    /// this site.
    package static func leaving(for address: ExternalAddress, name: String) -> WebResponse {
        let title = Texts.leaving(["name": name])
        var response = WebResponse.html(
            PageLayout.plain(
                title: title,
                tag(.section, .class("card message")) {
                    tag(.h1) { title }
                    tag(.p) {
                        tag(.a, .href(address)) { Texts.leavingLink(["name": name]) }
                    }
                }
            )
        )
        // Source: https://html.spec.whatwg.org/multipage/document-lifecycle.html#the-refresh-header
        if let refresh = HTTPField.Name("Refresh") {
            response.headers[refresh] = "0; url=\(address.text)"
        }
        return response
    }

    /// The redirect to the provider, after a link.
    package static func redirect(to address: ExternalAddress) -> WebResponse {
        var response = WebResponse(status: .seeOther)
        response.headers[.location] = address.text
        return response
    }

    /// The page of a sign-in that failed.
    ///
    /// - `text`: what happened, and what to do.
    package static func failed(_ text: String, status: HTTPResponse.Status) -> WebResponse {
        .html(
            PageLayout.plain(
                title: Texts.failed(),
                tag(.section, .class("card message")) {
                    tag(.h1) { Texts.failed() }
                    tag(.p) { text }
                    tag(.p) {
                        tag(.a, .href(SignInPages.signInPath)) { Strings.WebSignIn.again() }
                    }
                }
            ),
            status: status
        )
    }
}

/// The form for what a person has to enter after the provider's answer: the password of the account
/// that has the address, or an invite code.
package struct ProviderConfirmForm: Sendable {
    /// The provider's name.
    package var name: String
    /// The person's address.
    package var email: String
    /// Whether it asks for an invite code.
    package var needsInvite: Bool
    /// The token that proves that the form came from this site.
    package var token: String
    /// What went wrong; empty without an error.
    package var error = ""

    private typealias Texts = Strings.WebProvider

    /// Creates a form.
    package init(name: String, email: String, needsInvite: Bool, token: String) {
        self.name = name
        self.email = email
        self.needsInvite = needsInvite
        self.token = token
    }

    /// The page with the form.
    package func page(status: HTTPResponse.Status = .ok) -> WebResponse {
        let values: KeyValuePairs<String, String> = ["name": name, "email": email]
        let title = needsInvite ? Strings.WebSignIn.signUp() : Texts.linkTitle(values)
        let text = needsInvite ? Texts.joinText(values) : Texts.linkText(values)
        let content = tag(.section, .class("card")) {
            tag(.h1) { title }
            tag(.p) { text }
            if !error.isEmpty {
                tag(.p, .class("banner bad"), .id("error"), .role("alert")) { error }
            }
            tag(
                .form,
                .method(.post),
                .action(ProviderPages.confirmPath),
                .class("stack")
            ) {
                tag(.input, .type("hidden"), .name("csrf"), .value(token))
                field
                tag(.button, .type("submit"), .class("primary")) {
                    needsInvite ? Strings.WebSignIn.signUp() : Texts.linkButton()
                }
            }
            tag(.p, .class("small")) {
                tag(.a, .href(SignInPages.signInPath)) { Strings.WebSignIn.again() }
            }
        }
        return .html(PageLayout.plain(title: title, content), status: status)
    }

    private var field: HTML {
        tag(.label) {
            needsInvite ? Strings.WebSignIn.invite() : Strings.WebSignIn.password()
            tag(
                .input,
                .type(needsInvite ? "text" : "password"),
                .name("entered"),
                .set(.autocomplete, needsInvite ? "off" : "current-password"),
                .flag(.required),
                error.isEmpty ? .none : .aria("describedby", "error")
            )
        }
    }
}
