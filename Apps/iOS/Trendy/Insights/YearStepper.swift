import SwiftUI

/// Goes to the year before or after.
struct YearStepper: View {
    let title: String
    let canShowNext: Bool
    let onPrevious: @MainActor () -> Void
    let onNext: @MainActor () -> Void

    var body: some View {
        HStack {
            button(Text("Previous year"), icon: "chevron.backward", action: onPrevious)
            Spacer()
            Text(title)
                .font(.title3)
                .bold()
                .accessibilityAddTraits(.isHeader)
            Spacer()
            button(Text("Next year"), icon: "chevron.forward", action: onNext)
                .disabled(!canShowNext)
        }
    }

    private func button(
        _ title: Text,
        icon: String,
        action: @escaping @MainActor () -> Void
    ) -> some View {
        Button(action: action) {
            Image(systemName: icon)
                .accessibilityLabel(title)
                .frame(minWidth: Spacing.minimumTarget, minHeight: Spacing.minimumTarget)
        }
        .buttonStyle(.borderless)
    }
}

#Preview("An earlier year") {
    YearStepper(title: "2025", canShowNext: true, onPrevious: {}, onNext: {})
}

#Preview("This year") {
    YearStepper(title: "2026", canShowNext: false, onPrevious: {}, onNext: {})
}
