import Foundation
import SwiftUI
import TrendyAppSupport
import TrendyModel

/// The properties of an event type, in their order.
struct EventTypeProperties: View {
    let typeID: EntityID
    let editor: EventTypeEditorViewModel
    let models: AccountModels

    var body: some View {
        Section("Details") {
            ForEach(editor.properties) { property in
                NavigationLink {
                    PropertyEditorScreen(models: models, typeID: typeID, id: property.id) {
                        await editor.load()
                    }
                } label: {
                    Row(Text(property.label), detail: Text(property.detail))
                }
                .swipeActions(edge: .leading) {
                    Button("Move to the top") {
                        Task { await moveToTop(property) }
                    }
                }
            }
            NavigationLink("New detail") {
                PropertyEditorScreen(models: models, typeID: typeID, id: nil) {
                    await editor.load()
                }
            }
        }
    }

    private func moveToTop(_ property: EventTypeEditorViewModel.PropertyRow) async {
        guard let index = editor.properties.firstIndex(of: property) else { return }
        await editor.moveProperties(from: IndexSet(integer: index), to: 0)
    }
}
