import TrendyAppSupport
import TrendyHealth
import TrendyModel

/// The chosen metric and day, and which of them makes no sense.
@MainActor
struct ExplanationForm {
    /// The text of the metric; `nil` when it was not given.
    let metricText: String?
    /// The text of the day; `nil` when it was not given.
    let dayText: String?
    /// The metric; `nil` when the text is not one.
    var metric: HealthMetric?
    /// The day; today when the text is not one.
    let day: CalendarDay
    /// Whether the text of the day is one that can be explained.
    let isDayValid: Bool

    private let context: PageContext

    /// Reads the texts of a form or of a path.
    init(metric: String?, day: String?, context: PageContext) {
        metricText = metric
        dayText = day
        self.metric = metric.flatMap { HealthMetric(rawValue: $0) }
        self.context = context
        let today = context.today
        let chosen = day.flatMap { CalendarDay($0) }
        let valid = chosen.flatMap { $0 >= ExplanationViewModel.firstDay && $0 <= today ? $0 : nil }
        self.day = valid ?? today
        isDayValid = day == nil || valid != nil
    }

    /// Whether the text of the metric is one.
    var isMetricValid: Bool { metricText == nil || metric != nil }

    /// Whether all texts make sense.
    var isValid: Bool { isMetricValid && isDayValid }

    /// The view model of the choice; without an explanation while a text makes no sense.
    var model: ExplanationViewModel {
        ExplanationViewModel(
            metric: isValid ? metric : nil,
            day: day,
            store: context.store,
            dependencies: context.dependencies,
            formats: context.formats,
            samples: context.viewer.samples,
            isReplica: context.viewer.place == .server
        )
    }
}
