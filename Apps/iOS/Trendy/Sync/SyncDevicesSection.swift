import SwiftUI
import TrendyAppSupport

/// The devices of the account, with what each has pending and failed.
struct SyncDevicesSection: View {
    let devices: [SyncDevice]
    /// Why the list is empty or may be outdated; `nil` when it is current.
    let text: String?

    var body: some View {
        Section {
            ForEach(devices) { SyncDeviceRow(device: $0) }
            if let text { Text(text).font(.detail).foregroundStyle(.secondary) }
        } header: {
            Text("Devices")
        }
    }
}

#Preview("Two devices") {
    List {
        SyncDevicesSection(
            devices: [
                SyncDevice(
                    id: "1",
                    name: "Phone",
                    status: "Everything is sent.",
                    reported: "Reported 5 min ago",
                    isThisDevice: true
                ),
                SyncDevice(
                    id: "2",
                    name: "Tablet",
                    status: "3 pending, 1 failed",
                    reported: "Reported 4 days ago",
                    hasFailures: true,
                    isSilent: true
                ),
            ],
            text: nil
        )
    }
}

#Preview("Unknown") {
    List { SyncDevicesSection(devices: [], text: "Not signed in.") }
}
