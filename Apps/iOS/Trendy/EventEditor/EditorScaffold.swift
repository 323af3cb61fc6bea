import SwiftUI
import TrendyAppSupport

/// The frame of an editor: loading, missing, the form with its problem, Cancel and Save.
///
/// Closes when the values are saved or deleted, and asks before changes are lost.
struct EditorScaffold<Fields: View>: View {
    let title: String
    let phase: EditorPhase
    let missingText: String
    let problem: String?
    let hasChanges: Bool
    let canSave: Bool
    let onSave: @MainActor () async -> Void
    @ViewBuilder let fields: Fields

    @Environment(\.dismiss) private var dismiss
    @State private var asksToDiscard = false

    var body: some View {
        content
            .navigationTitle(title)
            .navigationBarTitleDisplayMode(.inline)
            .navigationBarBackButtonHidden()
            .interactiveDismissDisabled(hasChanges)
            .toolbar {
                ToolbarItem(placement: .cancellationAction) {
                    Button("Cancel", action: cancel)
                }
                ToolbarItem(placement: .confirmationAction) {
                    Button("Save") { Task { await onSave() } }
                        .disabled(!canSave || phase != .ready)
                }
            }
            .confirmationDialog(
                "Discard the changes?",
                isPresented: $asksToDiscard,
                titleVisibility: .visible
            ) {
                Button("Discard changes", role: .destructive) { dismiss() }
            }
            .onChange(of: phase) { _, phase in
                switch phase {
                case .saved, .deleted: dismiss()
                case .loading, .ready, .saving, .missing: break
                }
            }
    }

    @ViewBuilder private var content: some View {
        switch phase {
        case .loading where problem == nil:
            ProgressView("Loading")
        case .missing:
            EmptyState(Text(missingText), icon: "questionmark.folder")
        case .loading, .ready, .saving, .saved, .deleted:
            Form {
                if let problem { Banner(Text(problem), tone: .danger) }
                if phase != .loading { fields }
            }
            .disabled(phase == .saving)
        }
    }

    private func cancel() {
        if hasChanges && phase == .ready { asksToDiscard = true } else { dismiss() }
    }
}

#Preview("Ready") {
    NavigationStack { EditorScaffold(phase: .ready) }
}

#Preview("Not saved") {
    NavigationStack { EditorScaffold(phase: .ready, problem: "Not saved: the disk is full.") }
}

#Preview("Loading") {
    NavigationStack { EditorScaffold(phase: .loading) }
}

#Preview("Missing") {
    NavigationStack { EditorScaffold(phase: .missing) }
}

extension EditorScaffold where Fields == Text {
    /// An editor for previews.
    fileprivate init(phase: EditorPhase, problem: String? = nil) {
        self.init(
            title: "New entry",
            phase: phase,
            missingText: "This was deleted.",
            problem: problem,
            hasChanges: true,
            canSave: true,
            onSave: {}
        ) {
            Text(verbatim: "The fields")
        }
    }
}
