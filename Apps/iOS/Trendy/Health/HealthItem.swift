import TrendyAppSupport
import TrendyHealth

/// A health metric as the screens show it.
struct HealthItem: Equatable, Identifiable {
    var metric: HealthMetric
    /// Its name.
    var title: String
    /// Its symbol.
    var icon: String
    /// Whether capture is on.
    var isOn = false
    /// Whether new events notify.
    var notifies = false
    /// The age of the newest sample, that capture is off, or the progress of the import.
    var state: String
    /// Failures that keep data from arriving.
    var problems: [String] = []
    /// Remarks about states that may be normal, such as no data.
    var remarks: [String] = []
    /// Whether and when iOS reports new data, the newest sample, and when an event last changed.
    var facts: [String] = []
    /// The sources and their order; `nil` before the first comparison.
    var sources: String?
    /// The imported share of the history; `nil` when no import runs.
    var importProgress: Double?

    var id: String { metric.rawValue }
}

extension HealthItem {
    /// A metric of a view model.
    init(_ line: HealthSettingsViewModel.Line) {
        metric = line.category
        title = line.title
        icon = line.icon
        isOn = line.isEnabled
        notifies = line.notifies
        state = line.state
        problems = line.problems
        remarks = line.remarks
        // A refused delivery is among the problems.
        let delivery = line.isDeliveryRefused ? nil : line.delivery
        facts = [line.newestText, line.observer, delivery, line.changed].compactMap(\.self)
        sources = line.sources
        importProgress = line.importProgress
    }

    /// A metric for previews.
    static func example(
        isOn: Bool = true,
        problems: [String] = [],
        remarks: [String] = [],
        importProgress: Double? = nil
    ) -> HealthItem? {
        HealthMetric(rawValue: "steps").map {
            HealthItem(
                metric: $0,
                title: "Steps",
                icon: "figure.walk",
                isOn: isOn,
                state: isOn ? "Newest data 12 min ago" : "Off",
                problems: problems,
                remarks: remarks,
                facts: isOn ? ["Observed, last call 12 min ago", "Background delivery is on"] : [],
                sources: isOn ? "Apple Watch, then iPhone; as in the Health app" : nil,
                importProgress: importProgress
            )
        }
    }
}
