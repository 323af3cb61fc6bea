import SwiftUI
import TrendyAppSupport

/// The days of the timeline with their entries.
struct TimelineRows: View {
    let timeline: EventStore
    let actions: EventActions
    let router: MainRouter

    var body: some View {
        ForEach(timeline.sections) { section in
            Section {
                ForEach(section.rows) { row in
                    Button {
                        router.sheet = .event(row.id)
                    } label: {
                        EventRow(row)
                    }
                    .buttonStyle(.plain)
                    .accessibilityHint("Opens the entry")
                    .swipeActions {
                        Button("Delete", role: .destructive) {
                            Task { await actions.delete(row.id) }
                        }
                        Button("Edit") { router.sheet = .event(row.id) }
                    }
                    .task { await timeline.rowDidAppear(row.id) }
                }
            } header: {
                Text(section.title)
            }
        }
    }
}
