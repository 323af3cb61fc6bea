import SwiftUI

/// The introduction.
struct WelcomeStep: View {
    let next: @MainActor () -> Void
    let signIn: @MainActor () -> Void

    var body: some View {
        StepHeader(
            icon: "chart.line.uptrend.xyaxis",
            title: Text("Welcome to Trendy"),
            text: Text("Your days in one place: what you do, how you sleep, where you are.")
        )
        VStack(alignment: .leading, spacing: Spacing.medium) {
            Row(
                Text("Recorded on this device first"),
                detail: Text("It works without a network and without an account."),
                icon: "iphone"
            )
            Row(
                Text("Synced through a server you choose"),
                detail: Text("To your other devices, whenever there is a network."),
                icon: "icloud"
            )
            Row(
                Text("You see what happens"),
                detail: Text("What is pending, what failed and why."),
                icon: "eye"
            )
        }
        PrimaryButton(Text("Continue"), action: next)
        SecondaryButton(Text("I have an account"), action: signIn)
    }
}

#Preview {
    WelcomeStep(next: {}, signIn: {})
}
