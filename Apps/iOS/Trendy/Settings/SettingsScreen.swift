import SwiftUI
import TrendyAppSupport

/// The settings.
struct SettingsScreen: View {
    let app: TrendyApp
    let models: AccountModels

    private var model: SettingsViewModel { models.settings }

    var body: some View {
        SettingsContent(
            account: model.email ?? model.accountText,
            unsent: model.unsentText,
            syncsLessOften: Binding {
                model.syncsLessOften
            } set: { isOn in
                Task { await model.setSyncsLessOften(isOn) }
            },
            syncsLessOftenText: model.syncsLessOftenText,
            problem: model.problem
        )
        .task { await model.run() }
    }
}
