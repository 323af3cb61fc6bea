import SwiftUI

/// What is wrong with the value of a field, below the field; nothing when it is right.
struct FormFieldError: View {
    private let text: String?

    /// Creates the message of a field; `nil` shows nothing.
    init(_ text: String?) {
        self.text = text
    }

    var body: some View {
        if let text {
            Label {
                Text(text)
            } icon: {
                Image(systemName: Tone.danger.icon)
                    .accessibilityHidden(true)
            }
            .font(.remark)
            .foregroundStyle(Tone.danger.color)
        }
    }
}

#Preview("Wrong") {
    FormFieldError("Enter a name.")
}

#Preview("Right") {
    FormFieldError(nil)
}
