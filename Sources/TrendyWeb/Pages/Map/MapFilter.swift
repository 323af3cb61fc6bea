import TrendyLocalization
import TrendyModel

/// The days of the map: links to usual spans, and fields for others.
struct MapFilter {
    private typealias Texts = Strings.WebMap

    let query: MapQuery
    let today: CalendarDay

    var html: HTML {
        tag(.section, .class("map-filter"), .aria("label", Texts.days())) {
            tag(.nav, .class("map-spans"), .aria("label", Texts.spans())) {
                span(Texts.today(), today...today)
                span(Texts.week(), today.advanced(by: -6)...today)
                span(Texts.month(), today.advanced(by: -29)...today)
                span(Texts.year(), today.advanced(by: -364)...today)
            }
            if query.isOneDay { neighbours }
            tag(.form, .method(.get), .action(PageArea.map.path), .class("map-dates")) {
                field("from", Texts.from(), query.days.lowerBound)
                field("to", Texts.to(), query.days.upperBound)
                tag(.button, .type("submit")) { Texts.show() }
            }
            if let problem = query.problem {
                tag(.p, .class("field-error"), .id("dates-error"), .role("alert")) { problem }
            }
        }
    }

    private func span(_ name: String, _ days: ClosedRange<CalendarDay>) -> HTML {
        let isOneDay = days.lowerBound == days.upperBound
        let path =
            isOneDay
            ? WebPath("/map", ["day": days.lowerBound.description])
            : WebPath(
                "/map",
                ["from": days.lowerBound.description, "to": days.upperBound.description]
            )
        return tag(
            .a,
            .href(path),
            days == query.days ? .aria("current", "true") : .none
        ) { name }
    }

    private var neighbours: HTML {
        let day = query.days.lowerBound
        return tag(.nav, .class("map-spans"), .aria("label", Texts.neighbours())) {
            for (name, other) in [
                (Texts.dayBefore(), day.advanced(by: -1)), (Texts.dayAfter(), day.advanced(by: 1)),
            ] {
                tag(.a, .href(WebPath("/map", ["day": other.description]))) { name }
            }
        }
    }

    private func field(_ name: String, _ label: String, _ day: CalendarDay) -> HTML {
        tag(.label) {
            tag(.span) { label }
            tag(
                .input,
                .type("date"),
                .name(name),
                .value(day.description),
                query.problem == nil ? .none : .aria("invalid", "true"),
                query.problem == nil ? .none : .aria("describedby", "dates-error")
            )
        }
    }
}
