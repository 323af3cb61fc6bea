import SwiftUI
import TrendyPlaces

/// What helps against the state of a place, with the button that does it.
struct PlaceRemedy: View {
    let remedy: String?
    let action: PlaceAction?
    let perform: @MainActor (PlaceAction) -> Void

    var body: some View {
        if let remedy { Text(remedy).font(.detail).foregroundStyle(.secondary) }
        if let action {
            SecondaryButton(Text(action.buttonText)) { perform(action) }
        }
    }
}

#Preview("With a button") {
    PlaceRemedy(
        remedy: "Allow location always in Settings.",
        action: .openSettings
    ) { _ in }
}

#Preview("Only a text") {
    PlaceRemedy(remedy: "iOS watches the nearest 20 places.", action: nil) { _ in }
}
