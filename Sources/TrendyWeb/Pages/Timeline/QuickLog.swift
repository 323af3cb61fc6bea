import HTTPTypes
import TrendyAppSupport
import TrendyKit
import TrendyLocalization
import TrendyModel
import TrendyStore

/// Quick log: one button for each event type that a person enters.
@MainActor
enum QuickLog {
    /// The number of types that are shown at once; the others can be opened.
    private static let shown = 8

    /// How long a form that is sent again logs no second event.
    ///
    /// Later, the person went back to the page and logs another event.
    private static let resendTime = Duration.seconds(60)

    /// Logs an event of a type now, and returns to the timeline.
    static func response(_ context: PageContext) async throws -> WebResponse {
        guard let type = context.form.text("type").flatMap({ EntityID($0) }) else {
            throw WebError.badRequest
        }
        var newID = NewEventID.id(context)
        if let logged = try await event(newID, context) {
            guard context.now - logged.timestamp >= resendTime else {
                return .seeOther(context.timelinePath(.logged, newID))
            }
            newID = context.dependencies.ids.next()
        }
        let actions = EventActions(
            store: context.store,
            dependencies: context.dependencies,
            formats: context.formats
        )
        guard let id = await actions.log(type, id: newID) else {
            throw WebError(
                status: .conflict,
                title: Strings.WebTimeline.notLogged(),
                text: actions.problem ?? Strings.Web.unavailableText()
            )
        }
        return .seeOther(context.timelinePath(.logged, id))
    }

    private static func event(_ id: EntityID, _ context: PageContext) async throws -> Event? {
        try await context.store.read({ try $0.entities.fetch(id: id) })?
            .readable(as: Event.self)?.fields
    }

    /// The buttons.
    static func section(_ context: PageContext, back: WebPath) async -> HTML {
        let model = QuickLogViewModel(store: context.store, dependencies: context.dependencies)
        await model.refresh()
        return tag(.section, .class("card quick-log"), .aria("labelledby", "quick-log")) {
            tag(.h2, .id("quick-log")) { Strings.WebTimeline.quickLog() }
            if let problem = model.problem { tag(.p, .class("state bad")) { problem } }
            if let text = model.emptyText {
                tag(.p, .class("quiet")) { text }
                tag(.a, .class("button"), .href(WebPath("/types/new"))) {
                    Strings.Editor.newType()
                }
            }
            form(context, back, Array(model.types.prefix(shown)))
            if model.types.count > shown {
                tag(.details) {
                    tag(.summary) { Strings.WebTimeline.moreTypes() }
                    form(context, back, Array(model.types.dropFirst(shown)))
                }
            }
        }
    }

    private static func form(
        _ context: PageContext,
        _ back: WebPath,
        _ types: [EventTypeChoice]
    ) -> HTML {
        tag(.form, .method(.post), .action(WebPath("/timeline/log")), .class("chips")) {
            context.formToken
            context.backField(back)
            NewEventID.hiddenField(context)
            for type in types {
                tag(
                    .button,
                    .class("chip"),
                    .name("type"),
                    .value(type.id.description),
                    .data("key", type.id.description)
                ) {
                    EventSymbol.badge(type.icon, color: type.color)
                    tag(.span, .class("visually-hidden")) { Strings.WebTimeline.log() + " " }
                    tag(.span) { type.name }
                }
            }
        }
    }
}
