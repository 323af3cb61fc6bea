import TrendyAppSupport
import TrendyLocalization
import TrendyModel

/// The changes that a server refused, with the reason and what can be done.
@MainActor
struct FailedChanges {
    let context: PageContext
    let model: FailedWorkViewModel

    var html: HTML {
        tag(.section, .aria("labelledby", "failed")) {
            tag(.div, .class("row between")) {
                tag(.h2, .id("failed")) { Strings.WebDecisions.failed() }
                if model.items.count > 1 {
                    tag(.div, .class("row")) {
                        tag(
                            .form,
                            .method(.post),
                            .action(WebPath("/decisions/failed/retry"))
                        ) {
                            context.formToken
                            tag(.button) { Strings.WebDecisions.retryAll() }
                        }
                        tag(.a, .class("button"), .href(WebPath("/decisions/failed/export"))) {
                            Strings.WebDecisions.exportAll()
                        }
                    }
                }
            }
            for item in model.items { card(item) }
        }
    }

    private func card(_ item: FailedWorkViewModel.Item) -> HTML {
        let about = "failed-\(item.id)"
        return tag(.article, .class("card decision"), .data("key", item.id.description)) {
            tag(.h3, .id(about)) { item.title }
            tag(.p, .class("state bad")) { item.reason }
            tag(.p, .class("quiet small")) {
                [item.attempts, item.firstAttempt, item.lastAttempt].compactMap(\.self)
                    .joined(separator: " · ")
            }
            tag(.div, .class("row")) {
                tag(.form, .method(.post), .action(path(item, "retry"))) {
                    context.formToken
                    tag(
                        .button,
                        .class("primary"),
                        .title(item.retry.why),
                        .aria("describedby", about)
                    ) { item.retry.title }
                }
                if item.edit.isAvailable {
                    link(EventPages.path(of: item.entityID), item.edit, about)
                }
                link(path(item, "export"), item.export, about)
                tag(
                    .a,
                    .class("button danger"),
                    .href(path(item, "discard")),
                    .title(item.discard.why),
                    .aria("describedby", about)
                ) { "\(item.discard.title)…" }
            }
            if !item.edit.isAvailable { tag(.p, .class("quiet small")) { item.edit.why } }
        }
    }

    private func path(_ item: FailedWorkViewModel.Item, _ action: String) -> WebPath {
        DecisionsPage.path("failed", item.id, action)
    }

    private func link(
        _ path: WebPath,
        _ action: FailedWorkViewModel.Action,
        _ about: String
    ) -> HTML {
        tag(
            .a,
            .class("button"),
            .href(path),
            .title(action.why),
            .aria("describedby", about)
        ) { action.title }
    }
}
