import SwiftUI

/// What needs the person: failed changes and conflicts, each a tap away.
struct SyncWorkSection: View {
    /// The failed changes in words; `nil` when there are none.
    let failed: String?
    /// The open conflicts in words; `nil` when there are none.
    let conflicts: String?

    var body: some View {
        Section {
            NavigationLink(value: Destination.failedChanges) {
                Row(
                    Text("Failed changes"),
                    detail: failed.map { Text($0) },
                    icon: "exclamationmark.icloud",
                    color: failed == nil ? .secondary : Tone.danger.color
                )
            }
            NavigationLink(value: Destination.conflicts) {
                Row(
                    Text("Conflicts"),
                    detail: conflicts.map { Text($0) },
                    icon: "arrow.triangle.branch",
                    color: conflicts == nil ? .secondary : Tone.warning.color
                )
            }
        }
    }
}

#Preview("Something to do") {
    NavigationStack {
        List { SyncWorkSection(failed: "2 changes failed.", conflicts: "1 conflict.") }
    }
}

#Preview("Nothing to do") {
    NavigationStack {
        List { SyncWorkSection(failed: nil, conflicts: nil) }
    }
}
