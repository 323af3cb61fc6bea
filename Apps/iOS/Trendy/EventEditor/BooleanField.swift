import SwiftUI

/// The field of a yes or no that may be unknown.
struct BooleanField: View {
    let label: String
    @Binding var isSet: Bool
    @Binding var isOn: Bool

    var body: some View {
        Picker(label, selection: choice) {
            Text("None").tag(Bool?.none)
            Text("Yes").tag(Bool?.some(true))
            Text("No").tag(Bool?.some(false))
        }
    }

    private var choice: Binding<Bool?> {
        Binding {
            isSet ? isOn : nil
        } set: { new in
            isSet = new != nil
            isOn = new ?? false
        }
    }
}

#Preview("Unknown") {
    Form { BooleanField(label: "Decaf", isSet: .constant(false), isOn: .constant(false)) }
}

#Preview("Yes") {
    Form { BooleanField(label: "Decaf", isSet: .constant(true), isOn: .constant(true)) }
}
