import SwiftUI

/// A neutral remark below a value, unlike a warning.
struct Remark: View {
    private let text: Text

    /// Creates a remark.
    init(_ text: Text) {
        self.text = text
    }

    var body: some View {
        Label {
            text
        } icon: {
            Image(systemName: "info.circle")
                .accessibilityHidden(true)
        }
        .font(.remark)
        .foregroundStyle(Tone.neutral.color)
    }
}

#Preview {
    Remark(Text(verbatim: "No data yet."))
}
