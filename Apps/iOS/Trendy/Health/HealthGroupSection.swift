import SwiftUI
import TrendyHealth

/// The metrics of a group, which can be switched on and off together.
struct HealthGroupSection: View {
    let title: String
    let items: [HealthItem]
    let onSwitch: @MainActor (Bool) -> Void

    var body: some View {
        Section {
            if items.contains(where: { !$0.isOn }) {
                SecondaryButton(Text("Turn all on")) { onSwitch(true) }
            }
            if items.contains(where: \.isOn) {
                SecondaryButton(Text("Turn all off")) { onSwitch(false) }
            }
            ForEach(items) { item in
                NavigationLink(value: Destination.healthMetric(item.id)) { HealthRow(item: item) }
            }
        } header: {
            Text(title)
        }
    }
}

#Preview("A group") {
    NavigationStack {
        List {
            HealthGroupSection(title: "Activity", items: [HealthItem.example()].compactMap(\.self))
            { _ in }
        }
    }
}
