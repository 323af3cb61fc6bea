import TrendyAppSupport
import TrendyLocalization
import TrendyModel

/// The conflicts, field by field and side by side: one click takes a value back or keeps the other.
@MainActor
struct Conflicts {
    let context: PageContext
    let model: ConflictsViewModel

    var html: HTML {
        tag(.section, .aria("labelledby", "conflicts")) {
            tag(.h2, .id("conflicts")) { Strings.WebDecisions.conflicts() }
            for group in model.groups { card(group) }
        }
    }

    private func card(_ group: ConflictsViewModel.Group) -> HTML {
        tag(.article, .class("card decision"), .data("key", group.id.description)) {
            tag(.h3) { group.title }
            tag(.p, .class("quiet small")) { group.time }
            for field in group.fields { html(field, of: group) }
            if group.fields.count > 1 {
                tag(.div, .class("row all")) {
                    button("entries", group.id, "restore", Strings.WebDecisions.restoreAll())
                    button("entries", group.id, "accept", Strings.WebDecisions.acceptAll())
                }
            }
        }
    }

    private func html(
        _ field: ConflictsViewModel.Field,
        of group: ConflictsViewModel.Group
    ) -> HTML {
        tag(.section, .class("conflict"), .data("key", "conflict-\(field.id)")) {
            tag(.h4) { field.name }
            tag(.div, .class("sides")) {
                side(model.mineTitle, field.mine, isCurrent: field.isMineCurrent)
                side(model.theirsTitle, field.theirs, isCurrent: !field.isMineCurrent)
            }
            tag(.div, .class("row")) {
                button(
                    "conflicts",
                    field.id,
                    "restore",
                    Strings.WebDecisions.takeBack([
                        "side": field.isMineCurrent ? model.theirsTitle : model.mineTitle
                    ]),
                    model.undoText.why,
                    field.name
                )
                button(
                    "conflicts",
                    field.id,
                    "accept",
                    Strings.WebDecisions.keep([
                        "side": field.isMineCurrent ? model.mineTitle : model.theirsTitle
                    ]),
                    model.acceptText.why,
                    field.name
                )
            }
        }
    }

    private func side(_ title: String, _ value: String, isCurrent: Bool) -> HTML {
        tag(.div, .class(isCurrent ? "side current" : "side")) {
            tag(.p, .class("quiet small")) {
                title
                if isCurrent {
                    " · "
                    tag(.span, .class("state good")) { Strings.WebDecisions.current() }
                }
            }
            tag(.p, .class("value")) { value }
        }
    }

    private func button(
        _ kind: String,
        _ id: some CustomStringConvertible,
        _ action: String,
        _ title: String,
        _ why: String = "",
        _ about: String? = nil
    ) -> HTML {
        tag(.form, .method(.post), .action(DecisionsPage.path(kind, id, action))) {
            context.formToken
            tag(
                .button,
                action == "restore" ? .class("primary") : .none,
                why.isEmpty ? .none : .title(why)
            ) {
                title
                if let about { tag(.span, .class("visually-hidden")) { ": \(about)" } }
            }
        }
    }
}
