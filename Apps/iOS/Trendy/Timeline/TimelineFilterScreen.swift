import SwiftUI
import TrendyAppSupport

/// The filter of the timeline: a chosen day, period, types, places and sources.
struct TimelineFilterScreen: View {
    @Bindable var filter: TimelineFilterViewModel
    @Environment(\.dismiss) private var dismiss

    var body: some View {
        NavigationStack {
            Form {
                if let day = filter.dayText {
                    Section("Day") {
                        Row(Text(day), icon: "calendar")
                        SecondaryButton(Text("All days"), action: filter.clearDay)
                    }
                }
                Section {
                    Picker("Period", selection: $filter.period) {
                        ForEach(filter.periods) { Text($0.title).tag($0.id) }
                    }
                }
                TimelineFilterSection(Text("Types"), filter.types, onToggle: filter.toggleType)
                TimelineFilterSection(Text("Places"), filter.places, onToggle: filter.togglePlace)
                TimelineFilterSection(
                    Text("Sources"),
                    filter.sources,
                    onToggle: filter.toggleSource
                )
            }
            .navigationTitle("Filter")
            .navigationBarTitleDisplayMode(.inline)
            .toolbar {
                ToolbarItem(placement: .topBarLeading) {
                    Button("Clear", action: filter.clear)
                        .disabled(!filter.isActive)
                }
                ToolbarItem(placement: .confirmationAction) {
                    Button("Done") { dismiss() }
                }
            }
        }
        .task { await filter.run() }
    }
}
