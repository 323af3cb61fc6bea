import SwiftUI
import TrendyAppSupport
import TrendyModel

/// Chooses the type of an entry.
struct EventTypePicker: View {
    let types: [EventTypeChoice]
    @Binding var selection: EntityID?

    var body: some View {
        Picker("Type", selection: $selection) {
            if selection == nil { Text("None").tag(EntityID?.none) }
            ForEach(types) { type in
                Label(type.name, systemImage: type.icon).tag(EntityID?.some(type.id))
            }
        }
    }
}

#Preview("No types yet") {
    Form { EventTypePicker(types: [], selection: .constant(nil)) }
}
