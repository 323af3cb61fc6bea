import SwiftUI
import TrendyAppSupport
import TrendyModel

/// The editor of a place, new or existing.
struct PlaceEditorScreen: View {
    private let places: PlacesViewModel
    @State private var editor: PlaceEditorViewModel
    @Environment(\.dismiss) private var dismiss

    /// Creates the editor.
    ///
    /// - `id`: the place to edit; `nil` for a new one.
    init(places: PlacesViewModel, id: EntityID?) {
        self.places = places
        _editor = State(initialValue: places.editor(id))
    }

    var body: some View {
        NavigationStack {
            Form {
                if let problem = editor.problem { Banner(Text(problem), tone: .danger) }
                PlaceFields(editor: editor, places: places)
                if !editor.isNew {
                    SecondaryButton(Text("Delete place"), role: .destructive) {
                        Task { if await editor.delete() { dismiss() } }
                    }
                }
            }
            .navigationTitle(editor.title)
            .navigationBarTitleDisplayMode(.inline)
            .toolbar {
                ToolbarItem(placement: .cancellationAction) {
                    Button("Cancel") { dismiss() }
                }
                ToolbarItem(placement: .confirmationAction) {
                    Button("Save") { Task { if await editor.save() { dismiss() } } }
                }
            }
        }
        .task { await editor.load() }
    }
}
