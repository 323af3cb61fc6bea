import SwiftUI

/// The switches of a health metric, whether iOS reports its data, and where the data comes from.
struct HealthMetricContent: View {
    let item: HealthItem
    let onSwitch: @MainActor (Bool) -> Void
    let onNotify: @MainActor (Bool) -> Void

    var body: some View {
        Section {
            Toggle(
                "Record",
                isOn: Binding {
                    item.isOn
                } set: {
                    onSwitch($0)
                }
            )
            Toggle(
                "Notify of new entries",
                isOn: Binding {
                    item.notifies
                } set: {
                    onNotify($0)
                }
            )
        }
        Section {
            HealthRow(item: item)
            ForEach(item.facts, id: \.self) { Text($0).font(.detail) }
        } header: {
            Text("State")
        }
        if let sources = item.sources {
            Section("Sources") { Text(sources).font(.detail) }
        }
    }
}

#Preview("On") {
    if let item = HealthItem.example() {
        List {
            HealthMetricContent(item: item) { _ in
            } onNotify: { _ in
            }
        }
    }
}

#Preview("Off") {
    if let item = HealthItem.example(isOn: false) {
        List {
            HealthMetricContent(item: item) { _ in
            } onNotify: { _ in
            }
        }
    }
}
