import SwiftUI

/// A change that the server did not accept: why, and what the person can do with it.
struct FailedChangeSection: View {
    let change: FailedChange
    /// The change as JSON; `nil` before it was exported.
    let exported: String?
    let onRetry: @MainActor () -> Void
    let onEdit: @MainActor () -> Void
    let onDiscard: @MainActor () -> Void
    let onExport: @MainActor () -> Void

    var body: some View {
        Section {
            VStack(alignment: .leading, spacing: Spacing.xSmall) {
                Text(change.title).font(.cardTitle)
                Text(change.reason)
                ForEach(change.attempts, id: \.self) {
                    Text($0).font(.remark).foregroundStyle(.secondary)
                }
            }
            .accessibilityElement(children: .combine)
            SecondaryButton(Text(change.retry), action: onRetry)
            if let why = change.notEditable {
                Text(why).font(.detail).foregroundStyle(.secondary)
            } else {
                SecondaryButton(Text(change.edit), action: onEdit)
            }
            if let exported {
                ShareLink("Share", item: exported)
            } else {
                SecondaryButton(Text(change.export), action: onExport)
            }
            SecondaryButton(Text(change.discard), role: .destructive, action: onDiscard)
        }
    }
}

#Preview("An entry") {
    List {
        FailedChangeSection(
            change: .example,
            exported: nil,
            onRetry: {},
            onEdit: {},
            onDiscard: {},
            onExport: {}
        )
    }
}

#Preview("A deletion, exported") {
    List {
        FailedChangeSection(
            change: .deletion,
            exported: "{}",
            onRetry: {},
            onEdit: {},
            onDiscard: {},
            onExport: {}
        )
    }
}
