import SwiftUI

/// The field of a value that a person types, with its name and unit.
struct TextPropertyField: View {
    let label: String
    @Binding var text: String
    var unit: String?

    var body: some View {
        LabeledContent {
            HStack(spacing: Spacing.xSmall) {
                TextField(label, text: $text)
                    .multilineTextAlignment(.trailing)
                if let unit { Text(unit).foregroundStyle(.secondary) }
            }
        } label: {
            // The field has the same name.
            Text(label).accessibilityHidden(true)
        }
    }
}

#Preview("With a unit") {
    Form { TextPropertyField(label: "Time in the sauna", text: .constant("20"), unit: "min") }
}

#Preview("Empty") {
    Form { TextPropertyField(label: "Brand", text: .constant("")) }
}
