import SwiftUI
import TrendyModel
import TrendyPlaces

/// The places on a map and in a list, each with its real state and its remedy.
struct PlaceListSection: View {
    let places: [PlaceItem]
    let countText: String
    /// Why there is no place to show; `nil` when there is one.
    let emptyText: String?
    let hasMore: Bool
    let onSelect: @MainActor (EntityID) -> Void
    let onMore: @MainActor () -> Void
    let onToggle: @MainActor (Bool, EntityID) -> Void
    let onDelete: @MainActor (EntityID) -> Void
    let perform: @MainActor (PlaceAction) -> Void

    var body: some View {
        if let emptyText {
            EmptyState(Text(emptyText), icon: "mappin.slash")
        } else {
            PlaceMap(places.compactMap(\.circle), onSelect: onSelect)
            Section {
                ForEach(places) { place in
                    row(place)
                    PlaceRemedy(remedy: place.remedy, action: place.action, perform: perform)
                }
                if hasMore { SecondaryButton(Text("Show more"), action: onMore) }
            } header: {
                Text(countText)
            }
        }
    }

    private func row(_ place: PlaceItem) -> some View {
        NavigationLink(value: Destination.place(place.id)) {
            ListedPlaceRow(place: place)
        }
        .swipeActions(edge: .trailing) {
            Button("Delete", role: .destructive) { onDelete(place.id) }
            Button {
                onToggle(!place.isActive, place.id)
            } label: {
                if place.isActive { Text("Turn off") } else { Text("Turn on") }
            }
        }
    }
}

extension PlaceListSection {
    /// A list for previews.
    fileprivate init(_ places: [PlaceItem], emptyText: String? = nil, hasMore: Bool = false) {
        self.init(
            places: places,
            countText: "\(places.count) places",
            emptyText: emptyText,
            hasMore: hasMore,
            onSelect: { _ in },
            onMore: {},
            onToggle: { _, _ in },
            onDelete: { _ in },
            perform: { _ in }
        )
    }
}

#Preview("Places") {
    NavigationStack { List { PlaceListSection([.example, .notAllowed], hasMore: true) } }
}

#Preview("None") {
    NavigationStack { List { PlaceListSection([], emptyText: "No places yet.") } }
}
