import Foundation
import SwiftUI

/// Looks like the launch image, so that a wait at launch is not a flash of another screen.
struct LaunchScreen: View {
    var body: some View {
        VStack(spacing: Spacing.large) {
            Image(systemName: "chart.line.uptrend.xyaxis")
                .font(.largeTitle)
                .foregroundStyle(.tint)
                .accessibilityHidden(true)
            Text("Trendy")
                .font(.title)
                .bold()
                .accessibilityAddTraits(.isHeader)
            ProgressView("Opening your data")
        }
        .frame(maxWidth: .infinity, maxHeight: .infinity)
    }
}

#Preview("Launch") {
    LaunchScreen()
}
