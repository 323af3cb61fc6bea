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
                    // A view of its own, so that a change evaluates only the rows that it concerns.
                    TimelineEntry(row: row, timeline: timeline, actions: actions, router: router)
                }
            } header: {
                Text(section.title)
            }
        }
    }
}

/// An entry that opens its editor and can be deleted with a swipe.
private struct TimelineEntry: View {
    let row: TimelineRow
    let timeline: EventStore
    let actions: EventActions
    let router: MainRouter

    var body: some View {
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
}
