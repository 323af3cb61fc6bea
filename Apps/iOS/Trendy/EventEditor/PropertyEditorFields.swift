import SwiftUI
import TrendyAppSupport

/// The fields of a property: name, type and options.
struct PropertyEditorFields: View {
    @Bindable var editor: PropertyEditorViewModel
    let onDelete: @MainActor () async -> Void

    @State private var asksToDelete = false

    var body: some View {
        Section {
            TextField("Name", text: $editor.label)
            FormFieldError(editor.labelProblem)
        }
        Section {
            Picker("Kind", selection: $editor.type) {
                ForEach(editor.types) { Text($0.name).tag($0.id) }
            }
            .disabled(!editor.canChangeType)
            if let choice = editor.types.first(where: { $0.id == editor.type }) {
                Text(choice.explanation)
                    .font(.remark)
                    .foregroundStyle(.secondary)
            }
        }
        if editor.showsOptions { options }
        if !editor.isNew { Section { deletion } }
    }

    private var options: some View {
        Section("Options") {
            ForEach($editor.options) { option in
                TextField("Option", text: option.text)
            }
            .onDelete { editor.removeOptions(at: $0) }
            FormFieldError(editor.optionsProblem)
            SecondaryButton(Text("Add an option")) { editor.addOption() }
        }
    }

    private var deletion: some View {
        SecondaryButton(Text("Delete detail"), role: .destructive) { asksToDelete = true }
            .confirmationDialog(
                "Delete this detail?",
                isPresented: $asksToDelete,
                titleVisibility: .visible
            ) {
                Button("Delete", role: .destructive) { Task { await onDelete() } }
            } message: {
                Text("Entries keep the values that they have.")
            }
    }
}
