import TrendyAppSupport
import TrendyKit
import TrendyLocalization
import TrendyModel

/// A day as ribbons of 24 hours: stays, sleep, workouts and entries, with the same as a table.
@MainActor
enum DayRibbon {
    private static let kinds: [RhythmDay.Kind] = [.stay, .sleep, .workout, .entry]
    /// The maximum number of segments of a table.
    private static let maximumRows = 500

    /// The card of a day.
    ///
    /// - `map`: the small map of the day's stays.
    static func section(
        _ context: PageContext,
        _ day: CalendarDay,
        map: HTML
    ) async throws -> HTML {
        let reader = RhythmReader(store: context.store, formats: context.formats)
        let segments = try await reader.days(day...day, now: context.now).first?.segments ?? []
        return tag(.section, .class("card day-ribbon"), .aria("labelledby", "rhythm")) {
            tag(.div, .class("row between")) {
                tag(.h2, .id("rhythm")) { Strings.WebTimeline.rhythm() }
                tag(.a, .class("button"), .href(WebPath("/map", ["day": day.description]))) {
                    Strings.WebTimeline.onMap()
                }
            }
            if segments.isEmpty {
                tag(.p, .class("quiet")) { Strings.WebTimeline.noRhythm() }
            } else {
                lanes(segments)
                axis(context, day)
                map
                table(segments)
            }
        }
    }

    private static func lanes(_ segments: [RhythmDay.Segment]) -> HTML {
        tag(.div, .class("lanes")) {
            for kind in kinds where segments.contains(where: { $0.kind == kind }) {
                tag(.span, .class("quiet small"), .aria("hidden", "true")) { name(of: kind) }
                ChartSVG.ribbon(
                    segments.filter { $0.kind == kind }.map {
                        ChartSVG.Segment(
                            start: $0.start,
                            end: $0.end,
                            color: $0.color,
                            text: $0.text
                        )
                    }
                )
            }
        }
    }

    /// The times at the quarters of the day, which need not be whole hours on every day.
    private static func axis(_ context: PageContext, _ day: CalendarDay) -> HTML {
        let interval = context.formats.zones().interval(of: day)
        let length = interval.upperBound - interval.lowerBound
        return tag(.div, .class("axis number"), .aria("hidden", "true")) {
            for quarter in 0...4 {
                tag(.span) {
                    context.formats.time(interval.lowerBound + length * Double(quarter) / 4)
                }
            }
        }
    }

    private static func table(_ segments: [RhythmDay.Segment]) -> HTML {
        tag(.details) {
            tag(.summary) { Strings.Web.asTable() }
            tag(.div, .class("scroll")) {
                tag(.table) {
                    tag(.caption) { Strings.WebTimeline.rhythmCaption() }
                    tag(.thead) {
                        tag(.tr) {
                            tag(.th, .scope("col")) { Strings.WebTimeline.what() }
                            tag(.th, .scope("col")) { Strings.WebTimeline.kind() }
                        }
                    }
                    tag(.tbody) {
                        for segment in segments.prefix(maximumRows) {
                            tag(.tr, .data("key", segment.id.description)) {
                                tag(.td) {
                                    tag(.a, .href(EventPages.path(of: segment.id))) {
                                        segment.text
                                    }
                                }
                                tag(.td) { name(of: segment.kind) }
                            }
                        }
                    }
                }
            }
        }
    }

    private static func name(of kind: RhythmDay.Kind) -> String {
        switch kind {
        case .stay: Strings.WebTimeline.stay()
        case .sleep: Strings.WebTimeline.sleep()
        case .workout: Strings.WebTimeline.workout()
        case .entry: Strings.WebTimeline.entry()
        }
    }
}
