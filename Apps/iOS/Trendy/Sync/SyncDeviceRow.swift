import SwiftUI

/// A device with what it has pending and failed.
struct SyncDeviceRow: View {
    let device: SyncDevice

    var body: some View {
        VStack(alignment: .leading, spacing: Spacing.xSmall) {
            Text(device.name)
            if device.isThisDevice { Text("This device").font(.remark) }
            Text(device.status)
                .font(.detail)
                .foregroundStyle(device.hasFailures ? Tone.danger.color : .secondary)
            Text(device.reported).font(.remark).foregroundStyle(.secondary)
            if device.isSilent {
                Label("Silent for days", systemImage: Tone.warning.icon)
                    .font(.remark)
                    .foregroundStyle(Tone.warning.color)
            }
        }
        .frame(minHeight: Spacing.minimumTarget)
        .accessibilityElement(children: .combine)
    }
}

#Preview("This device") {
    SyncDeviceRow(
        device: SyncDevice(
            id: "1",
            name: "Phone",
            status: "Everything is sent.",
            reported: "Reported 5 min ago",
            isThisDevice: true
        )
    )
}

#Preview("Silent, with failures") {
    SyncDeviceRow(
        device: SyncDevice(
            id: "2",
            name: "Tablet",
            status: "3 pending, 1 failed",
            reported: "Reported 4 days ago",
            hasFailures: true,
            isSilent: true
        )
    )
}
