import TrendyAppSupport
import TrendyLocalization
import TrendyModel

/// The first page of a new event, which asks for its type.
@MainActor
struct EventTypePage {
    let context: PageContext
    let types: [EventTypeChoice]

    func response() async -> WebResponse {
        await context.page(title: Strings.Editor.newEvent(), area: .timeline) {
            tag(.h1) { Strings.Editor.newEvent() }
            tag(.section, .class("card")) {
                tag(.h2) { Strings.WebTimeline.chooseType() }
                if types.isEmpty { tag(.p, .class("quiet")) { Strings.EventTypes.nothing() } }
                tag(.div, .class("chips")) {
                    for type in types {
                        tag(
                            .a,
                            .class("chip button"),
                            .href(WebPath("/timeline/new", ["type": type.id.description]))
                        ) {
                            EventSymbol.badge(type.icon, color: type.color)
                            tag(.span) { type.name }
                        }
                    }
                }
                tag(.p) {
                    tag(.a, .href(WebPath("/types/new"))) { Strings.Editor.newType() }
                }
            }
        }
    }
}
