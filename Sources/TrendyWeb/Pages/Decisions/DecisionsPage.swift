import HTTPTypes
import TrendyAppSupport
import TrendyKit
import TrendyLocalization
import TrendyModel

/// The page of decisions: failed changes, conflicts side by side, and which types ask first.
@MainActor
struct DecisionsPage {
    /// What was done before the page was opened.
    enum Done: String {
        case retried, discarded, restored, accepted, asked

        var text: String {
            switch self {
            case .retried: Strings.WebDecisions.retried()
            case .discarded: Strings.WebDecisions.discarded()
            case .restored: Strings.WebDecisions.restored()
            case .accepted: Strings.WebDecisions.accepted()
            case .asked: Strings.WebDecisions.asked()
            }
        }
    }

    let context: PageContext
    let failed: FailedWorkViewModel
    let conflicts: ConflictsViewModel

    /// Reads what there is to decide.
    init(_ context: PageContext) async {
        self.context = context
        failed = FailedWorkViewModel(
            store: context.store,
            dependencies: context.dependencies,
            formats: context.formats
        )
        conflicts = ConflictsViewModel(
            store: context.store,
            dependencies: context.dependencies,
            formats: context.formats
        )
        await failed.refresh()
        await conflicts.refresh()
    }

    /// The address of an action.
    static func path(
        _ kind: String,
        _ id: some CustomStringConvertible,
        _ action: String
    ) -> WebPath {
        WebPath(parts: ["decisions", kind, id.description, action])
    }

    /// The answer to a form: the page again, with what was done or why it failed.
    func answer(_ done: Done, _ problem: String?) async throws -> WebResponse {
        guard problem == nil else { return await response(status: .conflict) }
        return .seeOther(WebPath("/decisions", ["done": done.rawValue]))
    }

    func response(status: HTTPResponse.Status = .ok) async -> WebResponse {
        await context.page(title: PageArea.decisions.name, area: .decisions, status: status) {
            tag(.h1) { PageArea.decisions.name }
            notes
            if failed.items.isEmpty, conflicts.groups.isEmpty, failed.hasLoaded {
                tag(.div, .class("card empty")) {
                    EventSymbol.plain("checkmark.circle")
                    tag(.p) { Strings.WebDecisions.nothing() }
                    tag(.p, .class("small")) { Strings.WebDecisions.nothingText() }
                }
            }
            if !failed.items.isEmpty { FailedChanges(context: context, model: failed).html }
            if !conflicts.groups.isEmpty { Conflicts(context: context, model: conflicts).html }
            askFirst
        }
    }

    @HTMLBuilder private var notes: HTML {
        if let done = context.query.text("done").flatMap({ Done(rawValue: $0) }) {
            tag(.div, .class("banner"), .role("status"), .id("note")) { tag(.p) { done.text } }
        }
        for problem in [failed.problem, conflicts.problem].compactMap(\.self) {
            tag(.div, .class("banner bad"), .role("alert")) { tag(.p) { problem } }
        }
    }

    @HTMLBuilder private var askFirst: HTML {
        if !conflicts.askFirst.isEmpty {
            tag(.section, .class("card"), .aria("labelledby", "ask-first")) {
                tag(.h2, .id("ask-first")) { conflicts.askFirstText.title }
                tag(.p, .class("quiet")) { conflicts.askFirstText.why }
                tag(.details, .flag(.open, conflicts.askFirst.contains(where: \.isOn))) {
                    tag(.summary) { Strings.WebDecisions.askFirstTypes() }
                    tag(
                        .form,
                        .method(.post),
                        .action(WebPath("/decisions/ask-first"))
                    ) {
                        context.formToken
                        tag(.div, .class("options")) {
                            for type in conflicts.askFirst { askFirst(type) }
                        }
                        tag(.button) { Strings.Web.save() }
                    }
                }
            }
        }
    }

    private func askFirst(_ type: ConflictsViewModel.AskFirst) -> HTML {
        tag(.label, .class("inline"), .data("key", type.id.description)) {
            tag(.input, .type("hidden"), .name("shown"), .value(type.id.description))
            tag(
                .input,
                .type("checkbox"),
                .name("type"),
                .value(type.id.description),
                .flag(.checked, type.isOn)
            )
            tag(.span) { type.name }
        }
    }
}
