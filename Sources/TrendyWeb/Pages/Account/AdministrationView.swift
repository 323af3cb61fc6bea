import TrendyKit
import TrendyLocalization

/// Users, invites, storage and backups of a server.
struct AdministrationView {
    /// The state of the form that creates an invite.
    enum Invite: Sendable {
        case form(error: String?)
        /// The code is shown once.
        case created(code: String, days: Int)
    }

    let context: PageContext
    let overview: WebServerOverview
    let invite: Invite

    private typealias Texts = Strings.WebAccount

    @HTMLBuilder
    var html: HTML {
        UserTable(context: context, users: overview.users).html
        tag(.div, .class("cards")) {
            inviteSection
            storage
        }
        backups
    }

    private var inviteSection: HTML {
        tag(.section, .class("card"), .aria("labelledby", "invite-title")) {
            tag(.h2, .id("invite-title")) { Texts.inviteTitle() }
            switch invite {
            case .form(let error):
                tag(.p) { Texts.inviteText() }
                tag(.form, .class("stack"), .method(.post), .action(WebPath("/admin/invites"))) {
                    context.formToken
                    FormField(
                        id: "invite-days",
                        name: "days",
                        label: Texts.inviteDays(),
                        value: context.form["days"] ?? "7",
                        problem: error
                    ).input(
                        "number",
                        .set(.min, "\(AdministrationPages.inviteDays.lowerBound)"),
                        .set(.max, "\(AdministrationPages.inviteDays.upperBound)"),
                        .flag(.required)
                    )
                    tag(.div) {
                        tag(.button, .type("submit"), .class("primary")) { Texts.inviteButton() }
                    }
                }
            case .created(let code, let days):
                tag(.h3) { Texts.inviteCode() }
                tag(.p) { tag(.code, .class("command")) { code } }
                tag(.p, .role("status")) { Texts.inviteOnce(days) }
                tag(.p) {
                    tag(.a, .class("button"), .href(AdministrationPages.path)) {
                        Texts.inviteCopied()
                    }
                }
            }
        }
    }

    private var storage: HTML {
        tag(.section, .class("card"), .aria("labelledby", "storage-title")) {
            tag(.h2, .id("storage-title")) { Texts.storageTitle() }
            tag(.dl, .class("facts")) {
                if let file = overview.file {
                    tag(.dt) { Texts.databaseSize() }
                    tag(.dd, .class("number")) { DisplayFormatter.bytes(file.bytes) }
                }
                tag(.dt) { Texts.contentSize() }
                tag(.dd, .class("number")) { DisplayFormatter.bytes(overview.contentBytes) }
                tag(.dt) { Texts.userCount() }
                tag(.dd, .class("number")) { String(overview.users.count) }
            }
        }
    }

    private var backups: HTML {
        tag(.section, .class("card"), .aria("labelledby", "backups-title")) {
            tag(.h2, .id("backups-title")) { Texts.backupTitle() }
            if let file = overview.file {
                backups(of: file)
            } else {
                tag(.p) { Texts.backupElsewhere() }
            }
        }
    }

    @HTMLBuilder
    private func backups(of file: WebServerOverview.DatabaseFile) -> HTML {
        tag(.p) { Texts.backupText() }
        tag(.form, .method(.post), .action(WebPath("/admin/backups"))) {
            context.formToken
            tag(.button, .type("submit")) { Texts.backupButton() }
        }
        if file.backups.isEmpty {
            tag(.p, .class("quiet")) { Texts.backupNone() }
        } else {
            tag(.div, .class("scroll"), .tabindex(0)) {
                tag(.table) {
                    tag(.caption) { Texts.backupCaption() }
                    tag(.thead) {
                        tag(.tr) {
                            tag(.th, .scope("col")) { Texts.fileColumn() }
                            tag(.th, .scope("col"), .class("number")) { Texts.sizeColumn() }
                        }
                    }
                    tag(.tbody) {
                        for backup in file.backups.prefix(50) {
                            tag(.tr) {
                                tag(.th, .scope("row")) { backup.name }
                                tag(.td, .class("number")) {
                                    DisplayFormatter.bytes(backup.bytes)
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

extension WebServerOverview {
    /// The size of the entries of all accounts, in bytes.
    var contentBytes: Int64 { users.reduce(0) { $0 + $1.bytes } }
}
