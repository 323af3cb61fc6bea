import SwiftUI
import TrendyModel

/// Visits with a heading; nothing when there are none.
struct VisitsSection: View {
    let title: Text
    let visits: [VisitItem]

    var body: some View {
        if !visits.isEmpty {
            Section {
                ForEach(visits) { VisitRow(visit: $0) }
            } header: {
                title
            }
        }
    }
}

#Preview("Two visits") {
    List {
        VisitsSection(
            title: Text("Latest visits"),
            visits: [
                VisitItem(id: EntityID(high: 0, low: 1), place: "Office", text: "09:00 to 17:00"),
                VisitItem(id: EntityID(high: 0, low: 2), place: "Home", text: "18:00 to 08:00"),
            ]
        )
    }
}

#Preview("None") {
    List { VisitsSection(title: Text("Latest visits"), visits: []) }
}
