import SwiftUI
import TrendyAppSupport
import TrendyModel

/// The editor of a property of an event type, new or existing; inside of a navigation stack.
struct PropertyEditorScreen: View {
    private let onSaved: @MainActor () async -> Void
    @State private var editor: PropertyEditorViewModel

    /// Creates the editor.
    ///
    /// - Parameters:
    ///   - models: the view models of the account.
    ///   - typeID: the event type.
    ///   - id: the property to edit; `nil` for a new one.
    ///   - onSaved: called after the property was saved or deleted.
    init(
        models: AccountModels,
        typeID: EntityID,
        id: EntityID?,
        onSaved: @escaping @MainActor () async -> Void
    ) {
        self.onSaved = onSaved
        _editor = State(
            initialValue: id.map { models.editProperty($0, ofType: typeID) }
                ?? models.newProperty(ofType: typeID)
        )
    }

    var body: some View {
        EditorScaffold(
            title: editor.title,
            phase: editor.phase,
            missingText: editor.missingText,
            problem: editor.problem,
            hasChanges: editor.hasChanges,
            canSave: editor.isNew || editor.hasChanges,
            onSave: {
                if await editor.save() { await onSaved() }
            }
        ) {
            PropertyEditorFields(editor: editor) {
                if await editor.delete() { await onSaved() }
            }
        }
        .task { await editor.load() }
    }
}
