import SwiftUI
import TrendyAppSupport
import TrendyModel

/// The editor of an event type, new or existing; inside of a navigation stack.
struct EventTypeEditorScreen: View {
    private let models: AccountModels
    private let id: EntityID?
    private let onSaved: @MainActor (EntityID) async -> Void
    @State private var editor: EventTypeEditorViewModel

    /// Creates the editor.
    ///
    /// - Parameters:
    ///   - models: the view models of the account.
    ///   - id: the type to edit; `nil` for a new one.
    ///   - onSaved: takes the id of the saved type.
    init(
        models: AccountModels,
        id: EntityID?,
        onSaved: @escaping @MainActor (EntityID) async -> Void = { _ in }
    ) {
        self.models = models
        self.id = id
        self.onSaved = onSaved
        _editor = State(initialValue: id.map { models.editEventType($0) } ?? models.newEventType())
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
                await editor.save()
                if case .saved(let id) = editor.phase { await onSaved(id) }
            }
        ) {
            EventTypeFields(editor: editor, models: models, id: id)
        }
        .task { await editor.load() }
    }
}
