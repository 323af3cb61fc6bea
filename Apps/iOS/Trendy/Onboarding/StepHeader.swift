import SwiftUI

/// The symbol, the title and the explanation of a step.
struct StepHeader: View {
    let icon: String
    let title: Text
    let text: Text

    var body: some View {
        VStack(spacing: Spacing.medium) {
            Image(systemName: icon)
                .font(.largeTitle)
                .foregroundStyle(.tint)
                .accessibilityHidden(true)
            title
                .font(.title)
                .bold()
                .accessibilityAddTraits(.isHeader)
            text
                .foregroundStyle(.secondary)
        }
        .multilineTextAlignment(.center)
        .frame(maxWidth: .infinity)
    }
}

#Preview {
    StepHeader(icon: "bell", title: Text("Notifications"), text: Text("When you reach a place."))
}
