import SwiftUI

/// The timeline: problem, filter, quick log, and the rows or why there are none.
struct TimelineContent<QuickLog: View, Rows: View>: View {
    let isLoading: Bool
    let problem: String?
    let filterSummary: String?
    let emptyText: String?
    let onClearFilter: @MainActor () -> Void
    @ViewBuilder let quickLog: QuickLog
    @ViewBuilder let rows: Rows

    var body: some View {
        List {
            if let problem { Banner(Text(problem)) }
            if let filterSummary {
                Banner(
                    Text(filterSummary),
                    tone: .info,
                    actionTitle: Text("Show all"),
                    action: onClearFilter
                )
            } else {
                Section("Quick log") { quickLog }
            }
            if isLoading { ProgressView("Loading") }
            if let emptyText { EmptyState(Text(emptyText), icon: "tray") }
            rows
        }
    }
}

#Preview("Rows") {
    TimelineContent(
        isLoading: false,
        problem: nil,
        filterSummary: nil,
        emptyText: nil,
        onClearFilter: {}
    ) {
        QuickLogButton(name: "Coffee", icon: "cup.and.saucer.fill", color: .brown) {}
    } rows: {
        Section("Today") { Row(Text("Coffee"), value: Text("09:12")) }
    }
}

#Preview("Not read yet") {
    TimelineContent(
        isLoading: true,
        problem: nil,
        filterSummary: nil,
        emptyText: nil,
        onClearFilter: {}
    ) {
    } rows: {
    }
}

#Preview("Nothing found") {
    TimelineContent(
        isLoading: false,
        problem: nil,
        filterSummary: "Coffee, last 7 days",
        emptyText: "Nothing found.",
        onClearFilter: {}
    ) {
    } rows: {
    }
}

#Preview("Not readable") {
    TimelineContent(
        isLoading: false,
        problem: "The timeline cannot be read: the disk is full.",
        filterSummary: nil,
        emptyText: nil,
        onClearFilter: {}
    ) {
    } rows: {
    }
}
