import SwiftUI

/// The notifications of a place.
struct PlaceNotificationRow: View {
    let name: String
    @Binding var onEntry: Bool
    @Binding var onExit: Bool

    var body: some View {
        VStack(alignment: .leading, spacing: Spacing.small) {
            Text(name)
                .font(.cardTitle)
                .accessibilityAddTraits(.isHeader)
            Toggle("On arrival", isOn: $onEntry)
            Toggle("On departure", isOn: $onExit)
        }
    }
}

#Preview {
    PlaceNotificationRow(name: "Office", onEntry: .constant(true), onExit: .constant(false))
}
