import SwiftUI
import TrendyAppSupport

/// The fields of an entry.
struct EventFields: View {
    @Bindable var editor: EventEditorViewModel
    let models: AccountModels

    var body: some View {
        if let text = editor.sourceText {
            Section { Label(text, systemImage: "info.circle") }
        }
        Section {
            EventTypePicker(types: editor.types, selection: $editor.typeID)
                .disabled(!editor.canEditTimes)
            FormFieldError(editor.typeProblem)
            NavigationLink("New type") {
                EventTypeEditorScreen(models: models, id: nil) { id in
                    await editor.load()
                    editor.typeID = id
                }
            }
        }
        EventTimesSection(
            isAllDay: $editor.isAllDay,
            start: $editor.start,
            hasEnd: $editor.hasEnd,
            end: $editor.end,
            durationText: editor.durationText,
            problem: editor.endProblem
        )
        .disabled(!editor.canEditTimes)
        .environment(\.timeZone, editor.timeZone)
        if !editor.properties.isEmpty {
            Section("Details") {
                ForEach($editor.properties) { PropertyField(draft: $0) }
            }
            .environment(\.timeZone, editor.timeZone)
        }
        Section {
            TextField("Note", text: $editor.note, axis: .vertical)
            FormFieldError(editor.noteProblem)
        }
        if !editor.isNew {
            Section {
                SecondaryButton(Text("Delete entry"), role: .destructive) {
                    Task { await editor.delete() }
                }
            }
        }
    }
}
