import TrendyKit
import TrendyLocalization

/// The accounts of a server, a page at a time.
struct UserTable {
    /// The number of accounts of a page.
    static let pageUsers = 50

    let context: PageContext
    let users: [WebServerOverview.User]

    private typealias Texts = Strings.WebAccount

    private var first: Int {
        let last = max(0, (users.count - 1) / Self.pageUsers)
        return min(max(0, context.query.text("page").flatMap { Int($0) } ?? 0), last)
            * Self.pageUsers
    }

    var html: HTML {
        let shown = users.dropFirst(first).prefix(Self.pageUsers)
        return tag(.section, .class("card"), .aria("labelledby", "users-title")) {
            tag(.h2, .id("users-title")) { Texts.usersTitle() }
            tag(.div, .class("scroll"), .tabindex(0)) {
                tag(.table, .class("wide")) {
                    tag(.caption) {
                        Texts.usersCaption()
                        if users.count > Self.pageUsers {
                            ": "
                            Texts.usersRange([
                                "first": String(first + 1),
                                "last": String(first + shown.count),
                                "count": String(users.count),
                            ])
                        }
                    }
                    head
                    tag(.tbody) { for user in shown { row(user) } }
                }
            }
            pages
        }
    }

    private var head: HTML {
        tag(.thead) {
            tag(.tr) {
                tag(.th, .scope("col")) { Texts.addressColumn() }
                for name in [
                    Texts.entitiesColumn(), Texts.storageColumn(), Texts.devicesColumn(),
                    Texts.sessionsColumn(),
                ] { tag(.th, .scope("col"), .class("number")) { name } }
                tag(.th, .scope("col")) { Texts.stateColumn() }
                tag(.th, .scope("col")) { Texts.actionColumn() }
            }
        }
    }

    private func row(_ user: WebServerOverview.User) -> HTML {
        tag(.tr, .data("key", "user-\(user.id)")) {
            tag(.th, .scope("row")) { user.email }
            tag(.td, .class("number")) { context.formats.number(Double(user.entities)) }
            tag(.td, .class("number")) { DisplayFormatter.bytes(user.bytes) }
            tag(.td, .class("number")) { String(user.devices) }
            tag(.td, .class("number")) { String(user.sessions) }
            tag(.td) {
                tag(.span, .class(user.isDisabled ? "state bad" : "state good")) {
                    user.isDisabled ? Texts.disabled() : Texts.enabled()
                }
            }
            tag(.td) { action(user) }
        }
    }

    private func action(_ user: WebServerOverview.User) -> HTML {
        guard user.isDisabled else {
            return tag(
                .a,
                .class("button"),
                .href(WebPath(parts: ["admin", "users", user.id, "disable"])),
                .aria("label", Texts.disableNamed(["email": user.email]))
            ) { Texts.disable() }
        }
        return tag(
            .form,
            .method(.post),
            .action(WebPath(parts: ["admin", "users", user.id, "enable"]))
        ) {
            context.formToken
            tag(
                .button,
                .type("submit"),
                .aria("label", Texts.enableNamed(["email": user.email]))
            ) { Texts.enable() }
        }
    }

    @HTMLBuilder
    private var pages: HTML {
        let page = first / Self.pageUsers
        if users.count > Self.pageUsers {
            tag(.p, .class("row")) {
                if page > 0 {
                    tag(.a, .href(WebPath("/admin", ["page": String(page - 1)]))) {
                        Texts.newerUsers()
                    }
                }
                if first + Self.pageUsers < users.count {
                    tag(.a, .href(WebPath("/admin", ["page": String(page + 1)]))) {
                        Texts.olderUsers()
                    }
                }
            }
        }
    }
}
