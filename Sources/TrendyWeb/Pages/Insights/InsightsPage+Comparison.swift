import TrendyAppSupport
import TrendyCharts
import TrendyLocalization

extension InsightsPage {
    /// Two subjects side by side.
    func comparison(of subject: InsightsViewModel.Subject) -> HTML {
        tag(.section, .class("card"), .id("comparison"), .data("key", "comparison")) {
            tag(.h2) { Strings.WebInsights.comparison() }
            if model.subjects.count < 2 {
                tag(.p, .class("quiet")) { Strings.WebInsights.needTwo() }
            } else {
                comparisonForm(of: subject)
                if let comparison, let other {
                    result(of: comparison, subject, other)
                } else {
                    tag(.p, .class("quiet")) { Strings.WebInsights.chooseOther() }
                }
            }
        }
    }

    private func comparisonForm(of subject: InsightsViewModel.Subject) -> HTML {
        let hasBadOther =
            query.with != nil && !model.subjects.contains { $0.id == query.with }
        return tag(
            .form,
            .class("choice"),
            .method(.get),
            .action(PageArea.insights.path.section("comparison"))
        ) {
            query.hiddenFields(without: ["with"])
            tag(.label, .class("grow")) {
                Strings.WebInsights.compareWith(["subject": subject.name])
                select("with", chosen: other?.id, hiding: subject.id, isValid: !hasBadOther)
                if hasBadOther {
                    tag(.span, .class("field-error"), .id("with-error")) {
                        Strings.WebInsights.badOther()
                    }
                }
            }
            tag(.button) { Strings.WebInsights.compare() }
        }
    }

    private func result(
        of comparison: ComparisonViewModel,
        _ first: InsightsViewModel.Subject,
        _ second: InsightsViewModel.Subject
    ) -> HTML {
        let title =
            comparison.facts.isEmpty
            ? Strings.WebInsights.unknownTitle()
            : comparison.hasRelation
                ? Strings.WebInsights.relationTitle() : Strings.WebInsights.noRelationTitle()
        return tag(.div, .class("comparison")) {
            tag(.div) {
                tag(.h3) { title }
                tag(.p) { comparison.sentence }
                facts(comparison.facts)
                tag(.details, .data("key", "comparison-method")) {
                    tag(.summary) { Strings.WebInsights.method() }
                    tag(.p, .class("quiet small")) { Strings.WebInsights.comparisonMethod() }
                }
            }
            if !comparison.facts.isEmpty {
                tag(.figure) {
                    scatter(comparison.days)
                    tag(.figcaption, .class("quiet small")) {
                        scatterText(comparison.days, first, second)
                    }
                }
            }
            if !comparison.days.isEmpty { daysTable(comparison.days, first, second) }
        }
    }

    /// A dot for each day.
    private func scatter(_ days: [ComparisonViewModel.Day]) -> HTML {
        let points = ChartScatter(x: days.map(\.first), y: days.map(\.second)).points
        return tag(
            .svg,
            .class("scatter"),
            .set(.viewBox, "-20 -20 1040 540"),
            .aria("hidden", "true")
        ) {
            tag(.path, .class("axes"), .set(.d, "M-10 -10 V510 H1010"))
            for (day, point) in zip(days, points) {
                tag(
                    .circle,
                    .set(.cx, point.x * 1000),
                    .set(.cy, point.y * 500),
                    .set(.r, 9)
                ) {
                    tag(.title) { "\(day.title): \(day.firstText), \(day.secondText)" }
                }
            }
        }
    }

    private func scatterText(
        _ days: [ComparisonViewModel.Day],
        _ first: InsightsViewModel.Subject,
        _ second: InsightsViewModel.Subject
    ) -> String {
        let byFirst = days.sorted { $0.first < $1.first }
        let bySecond = days.sorted { $0.second < $1.second }
        return Strings.WebInsights.scatterText([
            "first": first.name, "firstLow": byFirst.first?.firstText ?? "",
            "firstHigh": byFirst.last?.firstText ?? "", "second": second.name,
            "secondLow": bySecond.first?.secondText ?? "",
            "secondHigh": bySecond.last?.secondText ?? "",
        ])
    }

    private func daysTable(
        _ days: [ComparisonViewModel.Day],
        _ first: InsightsViewModel.Subject,
        _ second: InsightsViewModel.Subject
    ) -> HTML {
        tag(.details, .class("full"), .data("key", "comparison-table")) {
            tag(.summary) { Strings.Web.asTable() }
            tag(
                .div,
                .class("scroll tall"),
                .tabindex(0),
                .role("group"),
                .aria(
                    "label",
                    Strings.WebInsights.pairsCaption([
                        "first": first.name, "second": second.name,
                    ])
                )
            ) {
                table(
                    caption: Strings.WebInsights.pairsCaption([
                        "first": first.name, "second": second.name,
                    ]),
                    columns: [Strings.WebInsights.day(), first.name, second.name],
                    rows: days.map { [$0.title, $0.firstText, $0.secondText] }
                )
            }
        }
    }
}
