import SwiftUI
import TrendyAppSupport
import TrendyModel

/// The fields of an event type: name, icon, colour and properties.
struct EventTypeFields: View {
    @Bindable var editor: EventTypeEditorViewModel
    let models: AccountModels
    /// The type; `nil` when it is new.
    let id: EntityID?

    @State private var asksToDelete = false

    var body: some View {
        Section {
            TextField("Name", text: $editor.name)
            FormFieldError(editor.nameProblem)
        }
        Section("Icon") {
            SymbolGrid(
                symbols: editor.icons.map { SymbolGrid.Item(id: $0.id, name: $0.name) },
                color: Color(hex: editor.color),
                selection: $editor.icon
            )
        }
        Section("Colour") {
            ColorGrid(
                colors: editor.colors.map { ColorGrid.Item(id: $0.id, name: $0.name) },
                selection: $editor.color
            )
        }
        if let id, editor.canAddProperties {
            EventTypeProperties(typeID: id, editor: editor, models: models)
        }
        if !editor.isNew { Section { deletion } }
    }

    private var deletion: some View {
        SecondaryButton(Text("Delete type"), role: .destructive) {
            Task {
                await editor.askToDelete()
                asksToDelete = editor.deletionWarning != nil
            }
        }
        .confirmationDialog(
            "Delete this type?",
            isPresented: $asksToDelete,
            titleVisibility: .visible
        ) {
            Button("Delete", role: .destructive) {
                Task { await editor.confirmDelete() }
            }
            Button("Cancel", role: .cancel) { editor.cancelDelete() }
        } message: {
            if let text = editor.deletionWarning { Text(text) }
        }
    }
}
