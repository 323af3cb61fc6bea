import TrendyKit
import TrendyLocalization
import TrendyModel

/// The sessions of the account, which can be ended.
@MainActor
enum SessionSection {
    private typealias Texts = Strings.WebDevices

    static func html(_ sessions: [WebSession], _ context: PageContext) -> HTML {
        tag(.section, .class("card"), .aria("labelledby", "sessions"), .data("key", "sessions")) {
            tag(.h2, .id("sessions")) { Texts.sessions() }
            tag(.p, .class("quiet")) { Texts.sessionsText() }
            tag(
                .div,
                .class("scroll"),
                .tabindex(0),
                .role("group"),
                .aria("label", Texts.sessions())
            ) {
                tag(.table) {
                    tag(.caption) { Texts.sessionsCaption() }
                    tag(.thead) {
                        tag(.tr) {
                            for name in [Texts.client, Texts.signedIn, Texts.used, Texts.action] {
                                tag(.th, .scope("col")) { name() }
                            }
                        }
                    }
                    tag(.tbody) { for session in sessions { row(session, context) } }
                }
            }
        }
    }

    private static func row(_ session: WebSession, _ context: PageContext) -> HTML {
        let formats = context.formats
        let client =
            session.client.isEmpty ? Texts.unknownClient() : ClientName.text(of: session.client)
        let signedIn = formats.timeAndDay(session.createdAt, today: context.today)
        return tag(.tr, .data("key", session.id)) {
            tag(.th, .scope("row")) { client }
            tag(.td) { signedIn }
            tag(.td) { formats.ago(session.usedAt, now: context.now) }
            tag(.td) {
                if session.isCurrent {
                    tag(.span, .class("quiet")) { Texts.thisBrowser() }
                } else {
                    tag(
                        .form,
                        .method(.post),
                        .action(WebPath(parts: ["devices", "sessions", session.id, "end"]))
                    ) {
                        context.formToken
                        tag(
                            .button,
                            .type("submit"),
                            .class("danger"),
                            .aria("label", Texts.endNamed(["client": client, "time": signedIn]))
                        ) { Texts.end() }
                    }
                }
            }
        }
    }
}
