import SwiftUI

/// The end of the onboarding: what happens next.
struct FinishStep: View {
    let finish: @MainActor () -> Void

    var body: some View {
        StepHeader(
            icon: "checkmark.seal",
            title: Text("You are ready"),
            text: Text("Trendy works by itself from now on.")
        )
        VStack(alignment: .leading, spacing: Spacing.medium) {
            Row(
                Text("Leave it in the app switcher"),
                detail: Text(
                    "When you swipe Trendy away, iOS stops waking it for places and health."
                ),
                icon: "square.stack"
            )
            Row(
                Text("Data can arrive late"),
                detail: Text("iOS decides when an app runs. Nothing is lost meanwhile."),
                icon: "clock"
            )
        }
        PrimaryButton(Text("Start"), action: finish)
    }
}

#Preview {
    FinishStep {}
}
