import TrendyAppSupport
import TrendyKit
import TrendyLocalization
import TrendyModel

extension InsightsPage {
    /// Places and sleep of the latest days.
    var latestDays: HTML {
        tag(.section, .id("latest"), .data("key", "latest")) {
            tag(.div, .class("row between head")) {
                tag(.h2) { Strings.WebInsights.latestDays() }
                tag(.nav, .aria("label", Strings.WebInsights.span())) {
                    tag(.ul, .class("pills")) {
                        for days in InsightsQuery.spans {
                            tag(.li) {
                                tag(
                                    .a,
                                    .href(query.path(to: "latest") { $0.span = days }),
                                    days == query.span ? .aria("current", "true") : .none
                                ) {
                                    Strings.WebInsights.spanDays(days)
                                }
                            }
                        }
                    }
                }
            }
            if query.hasBadSpan {
                tag(.p, .class("field-error")) {
                    Strings.WebInsights.badSpan(["days": String(query.span)])
                }
            }
            tag(.div, .class("cards wide")) {
                placesCard
                sleepCard
            }
        }
    }

    private var placesCard: HTML {
        tag(.div, .class("card"), .data("key", "places")) {
            tag(.h3) { Strings.WebInsights.places() }
            if let empty = places.emptyText {
                tag(.p, .class("quiet")) { empty }
            } else {
                tag(.table, .class("places")) {
                    tag(.caption, .class("visually-hidden")) {
                        Strings.WebInsights.placesCaption(["days": String(query.span)])
                    }
                    tag(.thead) {
                        tag(.tr) {
                            tag(.th, .scope("col")) { Strings.WebInsights.place() }
                            tag(.th, .scope("col"), .class("number")) { Strings.WebInsights.time() }
                            tag(.th, .scope("col"), .class("number")) {
                                Strings.WebInsights.visits()
                            }
                        }
                    }
                    tag(.tbody) { for place in places.places { row(of: place) } }
                }
                if let more = places.more { tag(.p, .class("quiet small")) { more } }
            }
        }
    }

    private func row(of place: PlaceTimesViewModel.Place) -> HTML {
        tag(.tr, .data("key", "place-\(place.id)")) {
            tag(.th, .scope("row")) {
                place.name
                tag(
                    .svg,
                    .class("meter"),
                    .set(.viewBox, "0 0 100 4"),
                    .set(.preserveAspectRatio, "none"),
                    .aria("hidden", "true")
                ) {
                    tag(
                        .rect,
                        .class("bar"),
                        .set(.width, max(0.5, place.fraction * 100)),
                        .set(.height, 4)
                    )
                }
            }
            tag(.td, .class("number")) { place.time }
            tag(.td, .class("number")) { place.visits }
        }
    }

    private var sleepCard: HTML {
        tag(.div, .class("card"), .data("key", "sleep")) {
            tag(.h3) { Strings.WebInsights.sleep() }
            if let index = sleep.index {
                tag(.p, .class("figure")) {
                    tag(.b, .class("number")) { index }
                    " "
                    tag(.span, .class("quiet")) { Strings.WebInsights.sleepIndex() }
                }
            }
            tag(.p, sleep.index == nil ? .class("quiet") : .none) { sleep.sentence }
            if !sleep.facts.isEmpty { facts(sleep.facts) }
            tag(.details, .data("key", "sleep-method")) {
                tag(.summary) { Strings.WebInsights.method() }
                tag(.p, .class("quiet small")) { Strings.WebInsights.sleepMethod() }
            }
        }
    }

    /// The latest days as ribbons.
    var rhythm: HTML {
        tag(.section, .class("card"), .id("rhythm"), .data("key", "rhythm")) {
            tag(.h2) { Strings.WebInsights.rhythm() }
            tag(.p, .class("quiet")) { Strings.WebInsights.rhythmText() }
            tag(.div, .class("axis hours"), .dir("ltr"), .aria("hidden", "true")) {
                for hour in [0, 6, 12, 18, 0] {
                    tag(.span) { context.formats.time(minuteOfDay: hour * 60) }
                }
            }
            tag(.ol, .class("rhythm")) { for day in model.rhythm { ribbon(of: day) } }
            tag(.details, .data("key", "rhythm-table")) {
                tag(.summary) { Strings.Web.asTable() }
                rhythmTable
            }
            if query.rhythmDays < InsightsViewModel.rhythmLimit {
                tag(
                    .a,
                    .class("button"),
                    .href(
                        query.path(to: "rhythm") { $0.rhythmDays += InsightsViewModel.rhythmPage }
                    )
                ) {
                    Strings.WebInsights.earlierDays()
                }
            }
        }
    }

    private func ribbon(of day: RhythmDay) -> HTML {
        tag(.li, .data("key", day.id.description)) {
            tag(.a, .href(.timeline(of: day.id))) { day.title }
            if day.segments.isEmpty {
                tag(.span, .class("none small")) { Strings.WebInsights.nothingKnown() }
            } else {
                ChartSVG.ribbon(
                    day.segments.map { segment in
                        ChartSVG.Segment(
                            start: segment.start,
                            end: segment.end,
                            color: segment.color,
                            text: segment.text
                        )
                    }
                )
            }
        }
    }

    private var rhythmTable: HTML {
        tag(.table, .class("parts")) {
            tag(.caption) { Strings.WebInsights.rhythmText() }
            tag(.thead) {
                tag(.tr) {
                    tag(.th, .scope("col")) { Strings.WebInsights.day() }
                    tag(.th, .scope("col")) { Strings.WebInsights.parts() }
                }
            }
            tag(.tbody) {
                for day in model.rhythm {
                    tag(.tr) {
                        tag(.th, .scope("row")) { day.title }
                        tag(.td) {
                            if day.segments.isEmpty {
                                Strings.WebInsights.nothingKnown()
                            } else {
                                tag(.ul) {
                                    for segment in day.segments { tag(.li) { segment.text } }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}
