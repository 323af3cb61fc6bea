import SwiftUI
import TrendyAppSupport

/// A problem that does not keep the app from working, with the button of its remedy.
struct ProblemBanner: View {
    let app: TrendyApp
    let problem: AppProblem?
    @Environment(\.openURL) private var openURL

    var body: some View {
        if let problem {
            Banner(
                Text(problem.title),
                text: Text(problem.text),
                remedy: Text(problem.remedy),
                actionTitle: problem.actionTitle.map { Text($0) }
            ) {
                ProblemActions(app: app, openURL: openURL).perform(problem)
            }
            .padding(.horizontal, Spacing.large)
            .padding(.bottom, Spacing.small)
        }
    }
}
