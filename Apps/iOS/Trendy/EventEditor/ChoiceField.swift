import SwiftUI

/// The field of a value that is one of several options, or none.
struct ChoiceField: View {
    let label: String
    let options: [String]
    @Binding var text: String

    var body: some View {
        Picker(label, selection: $text) {
            Text("None").tag("")
            ForEach(options, id: \.self) { Text($0).tag($0) }
        }
    }
}

#Preview("None") {
    Form { ChoiceField(label: "Size", options: ["Small", "Large"], text: .constant("")) }
}

#Preview("One") {
    Form { ChoiceField(label: "Size", options: ["Small", "Large"], text: .constant("Large")) }
}
