import SwiftUI

/// Recording the first event.
struct FirstEventStep: View {
    /// The name of the chosen type; `nil` when none is known yet.
    let typeName: String?
    let isBusy: Bool
    let record: @MainActor (String?) -> Void
    let skip: @MainActor () -> Void
    @State private var note = ""

    var body: some View {
        StepHeader(
            icon: "plus.circle",
            title: Text("Record your first event"),
            text: Text("One tap is enough. The time is now; you can change it later.")
        )
        if let typeName {
            Row(Text(typeName), detail: Text("Now"), icon: "clock")
        }
        TextField("Note (optional)", text: $note, axis: .vertical)
            .textFieldStyle(.roundedBorder)
            .disabled(isBusy)
        PrimaryButton(Text("Record"), isBusy: isBusy) { record(note.isEmpty ? nil : note) }
        SecondaryButton(Text("Skip"), action: skip)
            .disabled(isBusy)
    }
}

#Preview("A type is chosen") {
    FirstEventStep(typeName: "Coffee", isBusy: false, record: { _ in }, skip: {})
}

#Preview("Busy") {
    FirstEventStep(typeName: nil, isBusy: true, record: { _ in }, skip: {})
}
