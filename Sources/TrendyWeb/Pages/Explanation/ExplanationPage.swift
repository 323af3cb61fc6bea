import TrendyAppSupport
import TrendyHealth
import TrendyLocalization
import TrendyModel

/// Where the number of a metric on a day comes from.
@MainActor
struct ExplanationPage {
    typealias Text = Strings.WebExplanation

    let model: ExplanationViewModel
    let form: ExplanationForm

    @HTMLBuilder var html: HTML {
        tag(.h1) { Text.title() }
        choice
        if let problem = model.problem {
            tag(.div, .class("banner bad"), .role("status")) { tag(.p) { problem } }
        }
        if let metric = model.metric {
            days(metric)
            if let explanation = model.explanation {
                number(metric, explanation)
                SourcesSection(metric: metric, explanation: explanation).html
                tag(.div, .class("cards wide")) {
                    facts(explanation)
                    list(
                        "missing",
                        Text.missing(),
                        explanation.missing,
                        empty: Text.nothingMissing()
                    )
                }
                if !explanation.unknown.isEmpty {
                    list("unknown", Text.unknown(), explanation.unknown, empty: "")
                }
            }
        }
    }

    // MARK: The choice

    private var choice: HTML {
        tag(.form, .class("row choice"), .method(.get), .action(WebPath("/explain"))) {
            metricField
            dayField
            tag(.button, .class("primary"), .type("submit")) { Text.show() }
        }
    }

    private var metricField: HTML {
        tag(.div) {
            tag(.label, .for("metric")) { Text.metric() }
            tag(
                .select,
                .id("metric"),
                .name("metric"),
                form.isMetricValid ? .none : .aria("invalid", "true"),
                form.isMetricValid ? .none : .aria("describedby", "metric-error")
            ) {
                for group in model.groups {
                    tag(.optgroup, .set(.label, group.id)) {
                        for metric in group.metrics {
                            tag(
                                .option,
                                .value(metric.rawValue),
                                .flag(.selected, metric == form.metric)
                            ) { metric.text }
                        }
                    }
                }
            }
            if !form.isMetricValid { error("metric-error", Text.unknownMetric()) }
            if model.groups.isEmpty { tag(.p, .class("quiet")) { Text.noMetrics() } }
        }
    }

    private var dayField: HTML {
        tag(.div) {
            tag(.label, .for("day")) { Text.day() }
            tag(
                .input,
                .id("day"),
                .name("day"),
                .type("date"),
                .value(form.isDayValid ? model.day.description : form.dayText ?? ""),
                .set(.min, ExplanationViewModel.firstDay.description),
                .set(.max, model.today.description),
                form.isDayValid ? .none : .aria("invalid", "true"),
                form.isDayValid ? .none : .aria("describedby", "day-error")
            )
            if !form.isDayValid {
                error("day-error", Text.invalidDay(["today": model.today.description]))
            }
        }
    }

    private func error(_ id: String, _ text: String) -> HTML {
        tag(.p, .id(id), .class("field-error")) { text }
    }

    private func days(_ metric: HealthMetric) -> HTML {
        tag(.nav, .class("row between days"), .aria("label", Text.day())) {
            if let day = model.previousDay {
                tag(.a, .class("button"), .rel("prev"), .href(path(metric, day.description))) {
                    Text.previousDay()
                }
            }
            if let day = model.nextDay {
                tag(.a, .class("button"), .rel("next"), .href(path(metric, day.description))) {
                    Text.nextDay()
                }
            }
        }
    }

    private func path(_ metric: HealthMetric, _ day: String) -> WebPath {
        WebPath(parts: ["explain", metric.rawValue, day])
    }

    // MARK: The number

    private func number(_ metric: HealthMetric, _ explanation: DayExplanation) -> HTML {
        tag(.section, .class("card"), .aria("labelledby", "number")) {
            tag(.h2, .id("number")) { "\(metric.text), \(model.dayText)" }
            tag(.p, .class("value")) { headline(explanation) }
            if explanation.results.count == 1, let result = explanation.results.first {
                tag(.p) { origin(of: result) }
            } else if !explanation.results.isEmpty {
                tag(.ul, .class("results")) {
                    for result in explanation.results {
                        tag(.li, .data("key", result.id)) {
                            tag(.strong) { result.value }
                            " "
                            origin(of: result)
                        }
                    }
                }
            }
        }
    }

    private func headline(_ explanation: DayExplanation) -> String {
        if let value = explanation.value { return value }
        let count = explanation.results.count
        return count == 0 ? Text.noNumber() : Text.results(count)
    }

    private func origin(of result: DayExplanation.Result) -> HTML {
        HTML(text: [result.origin, result.evidence].compactMap(\.self).joined(separator: " "))
    }

    // MARK: Facts

    @HTMLBuilder private func facts(_ explanation: DayExplanation) -> HTML {
        if !explanation.facts.isEmpty {
            tag(.section, .class("card"), .aria("labelledby", "as-of")) {
                tag(.h2, .id("as-of")) { Text.asOf() }
                tag(.dl, .class("facts")) {
                    for fact in explanation.facts {
                        tag(.dt) { fact.id }
                        tag(.dd) { fact.text }
                    }
                }
            }
        }
    }

    private func list(
        _ id: String,
        _ title: String,
        _ texts: [String],
        empty: String
    ) -> HTML {
        tag(.section, .class("card"), .aria("labelledby", id)) {
            tag(.h2, .id(id)) { title }
            if texts.isEmpty {
                tag(.p, .class("quiet")) { empty }
            } else {
                tag(.ul, .class("statements")) {
                    for text in texts { tag(.li) { text } }
                }
            }
        }
    }
}
