import SwiftUI
import TrendyAppSupport
import TrendyModel

/// The editor of an entry, new or existing.
struct EventEditorScreen: View {
    private let models: AccountModels
    private let id: EntityID?
    @State private var editor: EventEditorViewModel

    /// Creates the editor.
    ///
    /// - `id`: the event to edit; `nil` for a new one.
    init(models: AccountModels, id: EntityID?) {
        self.models = models
        self.id = id
        _editor = State(initialValue: id.map { models.editEvent($0) } ?? models.newEvent())
    }

    var body: some View {
        NavigationStack {
            EditorScaffold(
                title: editor.title,
                phase: editor.phase,
                missingText: editor.missingText,
                problem: editor.problem,
                hasChanges: editor.hasChanges,
                canSave: editor.isNew || editor.hasChanges,
                onSave: { await editor.save() }
            ) {
                EventFields(editor: editor, models: models)
            }
        }
        .task {
            await editor.load()
            if let id { await models.timeline.markSeen(id) }
        }
    }
}
