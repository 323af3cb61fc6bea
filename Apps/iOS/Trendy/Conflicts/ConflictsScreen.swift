import SwiftUI
import TrendyAppSupport

/// Values that two devices changed, side by side, and which types ask first.
struct ConflictsScreen: View {
    let model: ConflictsViewModel

    var body: some View {
        List {
            FormFieldError(model.problem)
            if let text = model.emptyText {
                EmptyState(Text(text), icon: "checkmark.circle")
            }
            ForEach(model.groups) { section($0) }
            AskFirstSection(
                title: model.askFirstText.title,
                why: model.askFirstText.why,
                types: model.askFirst.map {
                    AskFirstType(id: $0.id, name: $0.name, isOn: $0.isOn)
                }
            ) { isOn, type in
                Task { await model.setAsksFirst(isOn, for: type) }
            }
        }
        .navigationTitle("Conflicts")
        .task { await model.run() }
    }

    private func section(_ group: ConflictsViewModel.Group) -> some View {
        Section {
            ForEach(group.fields) { field in
                ConflictFieldView(
                    field: ConflictField(field),
                    texts: ConflictTexts(model),
                    onRestore: { Task { await model.undo(field.id) } },
                    onAccept: { Task { await model.accept(field.id) } }
                )
            }
            if group.fields.count > 1 {
                SecondaryButton(Text("Restore all")) { Task { await model.undoAll(of: group.id) } }
                SecondaryButton(Text("Accept all")) { Task { await model.acceptAll(of: group.id) } }
            }
        } header: {
            Text(group.title)
        } footer: {
            Text(group.time)
        }
    }
}
