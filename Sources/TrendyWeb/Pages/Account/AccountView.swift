import TrendyKit
import TrendyLocalization
import TrendyModel

/// The account of a server's viewer: sessions, password, data and deletion.
struct AccountView {
    let context: PageContext
    let sessions: [WebSession]
    let errors: PasswordForm.Errors
    /// The provider's name, and how the viewer can sign in; `nil` without a provider.
    let signIn: (name: String, state: WebSignInState)?
    /// What the server says of the form that links a provider's identity.
    let providerError: String?

    private typealias Texts = Strings.WebAccount

    @HTMLBuilder
    var html: HTML {
        tag(.section, .class("card account"), .aria("labelledby", "browser-title")) {
            tag(.h2, .id("browser-title")) { Texts.thisBrowser() }
            tag(.dl, .class("facts")) {
                tag(.dt) { Texts.signedInAs() }
                tag(.dd) { context.viewer.email ?? "" }
            }
            tag(.p) { Texts.signOutText() }
            tag(.form, .method(.post), .action(WebPath("/account/sign-out"))) {
                context.formToken
                tag(.button, .type("submit"), .class("primary")) { Texts.signOut() }
            }
        }
        if context.viewer.administration != nil { administration }
        sessionsSection
        if let signIn {
            SignInMethodsSection(
                context: context,
                name: signIn.name,
                state: signIn.state,
                error: providerError
            ).html
        }
        PasswordForm(context: context, errors: errors, signIn: signIn).html
        data
        deletion
    }

    private var administration: HTML {
        tag(.section, .class("card"), .aria("labelledby", "administration-title")) {
            tag(.h2, .id("administration-title")) { Texts.administrationTitle() }
            tag(.p) { Texts.administrationText() }
            tag(.p) {
                tag(.a, .class("button"), .href(AdministrationPages.path)) {
                    Texts.administrationLink()
                }
            }
        }
    }

    private var sessionsSection: HTML {
        tag(.section, .class("card"), .aria("labelledby", "sessions-title")) {
            tag(.h2, .id("sessions-title")) { Texts.sessionsTitle() }
            if sessions.isEmpty {
                tag(.p, .class("quiet")) { Texts.sessionsNone() }
            } else {
                tag(.div, .class("scroll"), .tabindex(0)) {
                    tag(.table, .class("wide")) {
                        tag(.caption) { Texts.sessionsCaption() }
                        tag(.thead) {
                            tag(.tr) {
                                for name in [
                                    Texts.clientColumn(), Texts.signedInColumn(),
                                    Texts.usedColumn(), Texts.actionColumn(),
                                ] { tag(.th, .scope("col")) { name } }
                            }
                        }
                        tag(.tbody) { for session in sessions { row(session) } }
                    }
                }
            }
        }
    }

    private func row(_ session: WebSession) -> HTML {
        let client = session.client.isEmpty ? Texts.unknownClient() : session.client
        let signedIn = time(session.createdAt)
        return tag(.tr, .data("key", "session-\(session.id)")) {
            tag(.th, .scope("row")) {
                client
                if session.isCurrent {
                    " "
                    tag(.span, .class("state good")) { "(\(Texts.current()))" }
                }
            }
            tag(.td) { signedIn }
            tag(.td) { context.formats.ago(session.usedAt, now: context.now) }
            tag(.td) {
                if !session.isCurrent {
                    tag(
                        .form,
                        .method(.post),
                        .action(WebPath(parts: ["account", "sessions", session.id, "end"]))
                    ) {
                        context.formToken
                        tag(
                            .button,
                            .type("submit"),
                            .aria(
                                "label",
                                Texts.endNamed(["client": client, "time": signedIn])
                            )
                        ) { Texts.end() }
                    }
                }
            }
        }
    }

    private func time(_ instant: Instant) -> String {
        context.formats.timeAndDay(instant, today: context.today)
    }

    private var data: HTML {
        tag(.section, .class("card"), .aria("labelledby", "data-title")) {
            tag(.h2, .id("data-title")) { Texts.dataTitle() }
            tag(.p) { Texts.dataText() }
            tag(.p) {
                tag(.a, .class("button"), .href(WebPath("/account/export"))) {
                    Texts.downloadAll()
                }
            }
        }
    }

    private var deletion: HTML {
        tag(.section, .class("card"), .aria("labelledby", "delete-title")) {
            tag(.h2, .id("delete-title")) { Texts.deleteTitle() }
            tag(.p) { Texts.deleteText() }
            tag(.p) {
                tag(.a, .class("button danger"), .href(WebPath("/account/delete"))) {
                    Texts.deleteLink()
                }
            }
        }
    }
}
