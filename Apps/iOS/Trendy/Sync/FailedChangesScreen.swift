import SwiftUI
import TrendyAppSupport
import TrendyModel

/// The changes that the server did not accept, with what the person can do with each.
struct FailedChangesScreen: View {
    let model: FailedWorkViewModel
    let router: MainRouter
    /// The exported changes as JSON.
    @State private var exports: [EntityID: String] = [:]

    var body: some View {
        List {
            FormFieldError(model.problem)
            if let text = model.emptyText {
                EmptyState(Text(text), icon: "checkmark.icloud")
            }
            if model.items.count > 1 {
                SecondaryButton(Text("Try all again")) { Task { await model.retry(nil) } }
            }
            ForEach(model.items) { section($0) }
        }
        .navigationTitle("Failed changes")
        .confirmationDialog(
            "Discard this change?",
            isPresented: isConfirming,
            titleVisibility: .visible,
            presenting: model.confirmation
        ) { confirmation in
            Button(confirmation.title, role: .destructive) {
                Task {
                    await model.discard(
                        confirmation.id,
                        withDependents: confirmation.withDependents
                    )
                }
            }
        } message: {
            Text($0.text)
        }
        .task { await model.run() }
    }

    private func section(_ item: FailedWorkViewModel.Item) -> FailedChangeSection {
        FailedChangeSection(
            change: FailedChange(item),
            exported: exports[item.id],
            onRetry: { Task { await model.retry(item.id) } },
            onEdit: { router.sheet = .event(item.entityID) },
            onDiscard: { Task { await model.askToDiscard(item.id) } },
            onExport: { Task { exports[item.id] = await model.export(item.id) } }
        )
    }

    private var isConfirming: Binding<Bool> {
        Binding {
            model.confirmation != nil
        } set: { isShown in
            if !isShown { model.cancelDiscard() }
        }
    }
}
