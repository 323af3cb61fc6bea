import SwiftUI

/// The latest syncs, newest first.
struct SyncHistorySection: View {
    let entries: [SyncHistoryEntry]

    var body: some View {
        Section {
            if entries.isEmpty { Text("No sync yet.").foregroundStyle(.secondary) }
            ForEach(entries) { entry in
                Row(
                    Text(entry.text),
                    detail: Text(entry.time),
                    icon: tone(of: entry).icon,
                    color: tone(of: entry).color
                )
            }
        } header: {
            Text("History")
        }
    }

    private func tone(of entry: SyncHistoryEntry) -> Tone {
        entry.isSuccessful ? .success : .danger
    }
}

#Preview("Two syncs") {
    List {
        SyncHistorySection(
            entries: [
                SyncHistoryEntry(id: 0, time: "14:30", text: "Sent 3 changes.", isSuccessful: true),
                SyncHistoryEntry(
                    id: 1,
                    time: "14:00",
                    text: "The server cannot be reached.",
                    isSuccessful: false
                ),
            ]
        )
    }
}

#Preview("None") {
    List { SyncHistorySection(entries: []) }
}
