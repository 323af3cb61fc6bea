import SwiftUI
import TrendyAppSupport

/// The screen of a sheet.
struct SheetView: View {
    let sheet: MainSheet
    let models: AccountModels

    var body: some View {
        switch sheet {
        case .gallery: Gallery()
        case .eventType(let id):
            NavigationStack { EventTypeEditorScreen(models: models, id: id) }
        case .place(let id): PlaceEditorScreen(places: models.places, id: id)
        case .timelineFilter: TimelineFilterScreen(filter: models.filter)
        case .event(let id): EventEditorScreen(models: models, id: id)
        }
    }
}
