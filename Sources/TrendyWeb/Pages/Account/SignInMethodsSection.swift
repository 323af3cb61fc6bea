import TrendyKit
import TrendyLocalization
import TrendyModel

/// The section of the account page about the sign-in through a provider.
struct SignInMethodsSection {
    let context: PageContext
    let name: String
    let state: WebSignInState
    /// What the server says of the form; `nil` without an error.
    var error: String?

    private typealias Texts = Strings.WebProvider

    var html: HTML {
        tag(.section, .class("card"), .id("provider"), .aria("labelledby", "provider-title")) {
            tag(.h2, .id("provider-title")) { Texts.signInWith(["name": name]) }
            if state.identities.isEmpty {
                tag(.p) { Texts.methodsNone(["name": name]) }
            } else {
                tag(.p) { Texts.methodsText(["name": name]) }
                tag(.ul, .class("plain")) { for identity in state.identities { item(identity) } }
            }
            if let error { tag(.p, .class("field-error"), .role("alert")) { error } }
            linkForm
        }
    }

    private func item(_ identity: WebIdentity) -> HTML {
        let email = identity.email.isEmpty ? name : identity.email
        let day = context.formats.timeAndDay(identity.linkedAt, today: context.today)
        let canRemove = state.hasPassword || state.identities.count > 1
        return tag(.li, .data("key", "identity-\(identity.id)")) {
            tag(.form, .method(.post), .action(path("unlink")), .class("row")) {
                context.formToken
                tag(.input, .type("hidden"), .name("id"), .value(identity.id))
                tag(.span) { Texts.linkedOn(["email": email, "time": day]) }
                if canRemove {
                    tag(
                        .button,
                        .type("submit"),
                        .aria("label", Texts.removeNamed(["email": email]))
                    ) { Texts.remove() }
                }
            }
            if !canRemove { tag(.p, .class("quiet small")) { Texts.lastMethod() } }
        }
    }

    @HTMLBuilder private var linkForm: HTML {
        if state.hasPassword || state.isRecent {
            tag(.form, .class("stack"), .method(.post), .action(path("link"))) {
                context.formToken
                if state.hasPassword {
                    FormField(
                        id: "provider-password",
                        name: "password",
                        label: Strings.WebAccount.currentPassword(),
                        value: ""
                    ).input(
                        "password",
                        .set(.autocomplete, "current-password"),
                        .flag(.required)
                    )
                }
                tag(.div) {
                    tag(.button, .type("submit")) { Texts.linkAccount(["name": name]) }
                }
            }
        } else {
            SignInAgainForm(context: context, name: name, page: AccountPages.path).html
        }
    }

    private func path(_ action: String) -> WebPath {
        WebPath(parts: ["account", "provider", action])
    }
}

/// The form of a viewer without a password who has to confirm a change by a new sign-in.
struct SignInAgainForm {
    let context: PageContext
    let name: String
    /// The page to return to.
    let page: WebPath

    private typealias Texts = Strings.WebProvider

    var html: HTML {
        tag(.form, .class("stack"), .method(.post), .action(WebPath("/account/provider/again"))) {
            context.formToken
            tag(.input, .type("hidden"), .name("to"), .value(page.text))
            tag(.p) { Texts.againText(["name": name]) }
            tag(.div) {
                tag(.button, .type("submit")) { Texts.again(["name": name]) }
            }
        }
    }
}
