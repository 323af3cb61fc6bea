import Foundation
import SwiftUI
import TrendyAppSupport

/// The fields of a place.
struct PlaceFields: View {
    @Bindable var editor: PlaceEditorViewModel
    let places: PlacesViewModel

    var body: some View {
        Section {
            TextField("Name", text: $editor.name)
            FormFieldError(editor.nameProblem)
            if !editor.types.isEmpty {
                Picker("Event type", selection: $editor.typeID) {
                    ForEach(editor.types) { Text($0.name).tag($0.id) }
                }
            }
        }
        PlaceLocationSection(editor: editor, places: places)
        Section {
            Slider(value: $editor.radiusMeters, in: PlaceEditorViewModel.radiusRange, step: 10) {
                Text("Radius")
            }
            .accessibilityValue(Text(editor.radiusText))
            Text(editor.radiusText)
            FormFieldError(editor.radiusProblem)
        } header: {
            Text("Radius")
        } footer: {
            Text("iOS does not watch circles of less than 100 m reliably; 150 m works well.")
        }
        Section {
            Toggle("Record visits", isOn: $editor.isActive)
            Toggle("Notify on arrival", isOn: $editor.notifyOnEntry)
            Toggle("Notify on departure", isOn: $editor.notifyOnExit)
        }
    }
}
