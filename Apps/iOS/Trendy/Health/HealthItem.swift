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
    /// What is wrong or limited.
    var warnings: [String] = []
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
        warnings = [line.problem, line.silence, line.limited, line.unreadableCount]
            .compactMap(\.self)
        facts = [line.newestText, line.observer, line.delivery, line.changed].compactMap(\.self)
        if line.isDeliveryRefused, let delivery = line.delivery {
            warnings.append(delivery)
            facts.removeAll { $0 == delivery }
        }
        sources = line.sources
        importProgress = line.importProgress
    }

    /// A metric for previews.
    static func example(
        isOn: Bool = true,
        warnings: [String] = [],
        importProgress: Double? = nil
    ) -> HealthItem? {
        HealthMetric(rawValue: "steps").map {
            HealthItem(
                metric: $0,
                title: "Steps",
                icon: "figure.walk",
                isOn: isOn,
                state: isOn ? "Newest data 12 min ago" : "Off",
                warnings: warnings,
                facts: isOn ? ["Observed, last call 12 min ago", "Background delivery is on"] : [],
                sources: isOn ? "Apple Watch, then iPhone; as in the Health app" : nil,
                importProgress: importProgress
            )
        }
    }
}
