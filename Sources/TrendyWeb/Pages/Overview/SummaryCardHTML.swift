import TrendyAppSupport
import TrendyLocalization
import TrendyModel

/// A card of today: the value, its time, and the hours as a chart and as a table.
@MainActor
struct SummaryCardHTML {
    typealias Text = Strings.WebOverview

    let card: SummaryCard
    let day: CalendarDay

    var html: HTML {
        tag(
            .article,
            .class("card metric"),
            .data("key", card.id),
            .aria("labelledby", "metric-\(card.id)")
        ) {
            tag(.h3, .id("metric-\(card.id)")) {
                ChartSVG.dot(card.color)
                tag(.span) { card.title }
            }
            if let value = card.value { tag(.p, .class("value")) { value } }
            tag(.p, .class("quiet small")) { card.caption }
            if let usual = card.usual {
                tag(.p, .class("sentence")) {
                    tag(.span, .class("trend"), .aria("hidden", "true")) { symbol(usual.kind) }
                    usual.sentence
                }
            }
            if let problem = card.problem { tag(.p, .class("state warning")) { problem } }
            chart
            stages
            tag(.p, .class("quiet small")) { card.freshness + "." }
            links
        }
    }

    private func symbol(_ kind: UsualComparison.Kind) -> String {
        switch kind {
        case .more: "↗"
        case .less: "↘"
        case .asUsual: "="
        case .unknown: "?"
        }
    }

    private var links: HTML {
        tag(.p, .class("links")) {
            tag(.a, .href(WebPath(parts: ["explain", card.id, day.description]))) {
                Text.behindTheNumber()
                tag(.span, .class("visually-hidden")) { ": \(card.title)" }
            }
            tag(.a, .href(WebPath("/insights", ["subject": card.subjectID]))) {
                Text.insights()
                tag(.span, .class("visually-hidden")) { ": \(card.title)" }
            }
        }
    }

    // MARK: Charts

    @HTMLBuilder private var chart: HTML {
        if let usual = card.usual, usual.hours.contains(where: { $0.low != nil || $0.today != nil })
        {
            tag(.figure) {
                ChartSVG.bandChart(
                    usual: usual.hours.map { hour in
                        guard let low = hour.low, let high = hour.high, low <= high else {
                            return nil
                        }
                        return low...high
                    },
                    values: usual.hours.map(\.today)
                )
                axis(usual.hours.map(\.label))
                legend
            }
            usualTable(usual)
        } else if !card.hours.isEmpty {
            tag(.figure, .class("small-chart")) {
                ChartSVG.barChart(card.hours.map(\.value))
                axis(card.hours.map(\.label))
            }
            hoursTable
        }
    }

    /// The first, the middle and the last label.
    private func axis(_ labels: [String]) -> HTML {
        tag(.div, .class("axis"), .aria("hidden", "true")) {
            for label in [labels.first, labels[labels.count / 2], labels.last].compactMap(\.self) {
                tag(.span) { label }
            }
        }
    }

    private var legend: HTML {
        tag(.figcaption, .class("legend small quiet")) {
            tag(.span) {
                tag(.span, .class("swatch curve"), .aria("hidden", "true"))
                Text.legendToday()
            }
            tag(.span) {
                tag(.span, .class("swatch band"), .aria("hidden", "true"))
                Text.legendUsual()
            }
        }
    }

    private func usualTable(_ usual: UsualComparison) -> HTML {
        table(
            Text.totals(["metric": card.title]),
            [Text.until(), Text.today(), Text.usual()],
            usual.hours.map { hour in
                [hour.label, hour.todayText ?? Strings.Web.noData(), hour.usualText ?? "–"]
            }
        )
    }

    private var hoursTable: HTML {
        table(
            Text.byHour(["metric": card.title]),
            [Text.hour(), Text.value()],
            card.hours.map { [$0.label, $0.text ?? Strings.Web.noData()] }
        )
    }

    private func table(_ caption: String, _ head: [String], _ rows: [[String]]) -> HTML {
        tag(.details) {
            tag(.summary) {
                Strings.Web.asTable()
                tag(.span, .class("visually-hidden")) { ": \(card.title)" }
            }
            tag(.div, .class("scroll")) {
                tag(.table, .class("small")) {
                    tag(.caption) { caption }
                    tag(.thead) {
                        tag(.tr) {
                            for (index, name) in head.enumerated() {
                                tag(
                                    .th,
                                    .scope("col"),
                                    index > 0 ? .class("number") : .none
                                ) { name }
                            }
                        }
                    }
                    tag(.tbody) {
                        for row in rows {
                            tag(.tr) {
                                tag(.th, .scope("row")) { row[0] }
                                for cell in row.dropFirst() {
                                    tag(.td, .class("number")) { cell }
                                }
                            }
                        }
                    }
                }
            }
        }
    }

    // MARK: Sleep

    @HTMLBuilder private var stages: HTML {
        if let efficiency = card.efficiency { tag(.p, .class("small")) { efficiency } }
        if !card.stages.isEmpty {
            ChartSVG.ribbon(segments)
            tag(.ul, .class("dots"), .aria("label", Text.stages())) {
                for stage in card.stages {
                    tag(.li) {
                        ChartSVG.dot(stage.color)
                        tag(.span) { "\(stage.name) \(stage.text)" }
                    }
                }
            }
        }
    }

    private var segments: [ChartSVG.Segment] {
        var start = 0.0
        return card.stages.map { stage in
            defer { start += stage.fraction }
            return ChartSVG.Segment(
                start: start,
                end: start + stage.fraction,
                color: stage.color,
                text: "\(stage.name) \(stage.text)"
            )
        }
    }
}
