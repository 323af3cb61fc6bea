import SwiftUI
import TrendyModel

/// For each event type, whether the person resolves its conflicts.
struct AskFirstSection: View {
    let title: String
    let why: String
    let types: [AskFirstType]
    let onChange: @MainActor (Bool, EntityID) -> Void

    var body: some View {
        Section {
            ForEach(types) { type in
                Toggle(
                    isOn: Binding {
                        type.isOn
                    } set: { isOn in
                        onChange(isOn, type.id)
                    }
                ) {
                    Text(type.name)
                }
            }
        } header: {
            Text(title)
        } footer: {
            Text(why)
        }
    }
}

#Preview {
    List {
        AskFirstSection(
            title: "Ask me first",
            why: "The server's value applies until you decide.",
            types: [
                AskFirstType(id: EntityID(high: 0, low: 1), name: "Coffee", isOn: true),
                AskFirstType(id: EntityID(high: 0, low: 2), name: "Tea", isOn: false),
            ]
        ) { _, _ in }
    }
}
