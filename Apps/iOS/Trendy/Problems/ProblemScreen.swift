import SwiftUI
import TrendyAppSupport

/// The screen of a problem that keeps this device's data from being shown.
struct ProblemScreen: View {
    let app: TrendyApp
    let problem: AppProblem
    @Environment(\.openURL) private var openURL

    var body: some View {
        ProblemContent(
            title: problem.title,
            text: problem.text,
            remedy: problem.remedy,
            actionTitle: problem.actionTitle
        ) {
            ProblemActions(app: app, openURL: openURL).perform(problem)
        }
    }
}
