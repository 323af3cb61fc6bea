import SwiftUI
import TrendyAppSupport

/// The main screen: the tabs of an account.
struct MainView: View {
    let app: TrendyApp
    let models: AccountModels
    @Bindable var router: MainRouter

    var body: some View {
        TabView(selection: $router.tab) {
            Tab("Settings", systemImage: "gearshape", value: MainTab.settings) {
                TabStack(.settings, app: app, models: models, router: router) {
                    SettingsScreen(app: app, models: models)
                }
            }
        }
        .sheet(item: $router.sheet) { SheetView(sheet: $0, models: models) }
        .task { await models.sync.run() }
    }
}
