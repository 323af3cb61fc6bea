import SwiftUI

/// Says why the data on this device cannot be opened.
struct DataUnavailableScreen: View {
    let message: String
    let tryAgain: @MainActor () -> Void

    var body: some View {
        EmptyState(
            Text("Your data cannot be opened"),
            text: Text(message),
            icon: "externaldrive.badge.exclamationmark",
            actionTitle: Text("Try again"),
            action: tryAgain
        )
    }
}

#Preview("Locked") {
    DataUnavailableScreen(message: "Unlock the device to open your data.") {}
}
