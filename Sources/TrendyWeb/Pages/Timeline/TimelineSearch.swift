import TrendyAppSupport
import TrendyLocalization

/// The search and the filters of the timeline, a form that works without scripts.
@MainActor
struct TimelineSearch {
    let query: TimelineQuery
    let filter: TimelineFilterViewModel

    var html: HTML {
        tag(
            .form,
            .method(.get),
            .action(WebPath("/timeline")),
            .class("card timeline-search"),
            .role("search")
        ) {
            tag(.div, .class("fields")) {
                FormField(
                    id: "q",
                    name: "q",
                    label: Strings.WebTimeline.search(),
                    value: query.text
                ).input("search", .set(.maxlength, "200"))
                FormField(
                    id: "period",
                    name: "period",
                    label: Strings.WebTimeline.period(),
                    value: query.period.rawValue,
                    problem: query.periodProblem
                ).choice(filter.periods.map { ($0.id.rawValue, $0.title) })
                FormField(
                    id: "day",
                    name: "day",
                    label: Strings.WebTimeline.day(),
                    value: query.dayText,
                    problem: query.dayProblem
                ).input("date")
                tag(.button, .class("primary")) { Strings.WebTimeline.show() }
            }
            tag(.details, .flag(.open, hasChoices)) {
                tag(.summary) { Strings.WebTimeline.filter() }
                tag(.div, .class("choices")) {
                    choices("type", Strings.WebTimeline.types(), filter.types)
                    choices("place", Strings.WebTimeline.places(), filter.places)
                    choices("source", Strings.WebTimeline.sources(), filter.sources)
                }
            }
        }
    }

    private var hasChoices: Bool {
        [filter.types, filter.places, filter.sources].contains { $0.contains(where: \.isSelected) }
    }

    @HTMLBuilder private func choices(
        _ name: String,
        _ title: String,
        _ choices: [TimelineFilterViewModel.Choice]
    ) -> HTML {
        if !choices.isEmpty {
            tag(.fieldset) {
                tag(.legend) { title }
                tag(.div, .class("options")) {
                    for choice in choices {
                        tag(.label, .class("inline")) {
                            tag(
                                .input,
                                .type("checkbox"),
                                .name(name),
                                .value(choice.id),
                                .flag(.checked, choice.isSelected)
                            )
                            EventSymbol.plain(choice.icon)
                            tag(.span) { choice.title }
                        }
                    }
                }
            }
        }
    }
}
