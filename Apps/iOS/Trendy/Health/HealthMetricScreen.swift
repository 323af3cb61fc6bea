import SwiftUI
import TrendyAppSupport

/// The settings and the state of a health metric.
struct HealthMetricScreen: View {
    let id: String
    let model: HealthSettingsViewModel

    var body: some View {
        List {
            FormFieldError(model.problem)
            if let line = model.lines.first(where: { $0.id == id }) {
                let item = HealthItem(line)
                HealthMetricContent(item: item) { isOn in
                    Task { await model.setEnabled(isOn, item.metric) }
                } onNotify: { notifies in
                    Task { await model.setNotifies(notifies, item.metric) }
                }
            }
        }
        .navigationTitle(model.lines.first { $0.id == id }?.title ?? "")
        .task { await model.run() }
    }
}
