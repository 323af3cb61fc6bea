import SwiftUI
import TrendyAppSupport

/// The event types.
struct EventTypesScreen: View {
    let models: AccountModels
    let router: MainRouter

    private var model: EventTypesViewModel { models.eventTypes }

    var body: some View {
        List {
            if let problem = model.problem { Banner(Text(problem)) }
            if let text = model.emptyText { EmptyState(Text(text), icon: "square.grid.2x2") }
            ForEach(model.rows) { row in
                Button {
                    router.sheet = .eventType(row.id)
                } label: {
                    Row(
                        Text(row.name),
                        detail: row.isCaptured ? Text("Recorded automatically") : Text(row.detail),
                        icon: row.icon,
                        color: Color(hex: row.color)
                    )
                    .frame(minHeight: Spacing.minimumTarget)
                }
                .buttonStyle(.plain)
            }
        }
        .navigationTitle("Types")
        .toolbar {
            ToolbarItem(placement: .primaryAction) {
                Button("New type", systemImage: "plus") { router.sheet = .eventType(nil) }
            }
        }
        .task { await model.run() }
    }
}
