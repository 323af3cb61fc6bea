import SwiftUI
import TrendyAppSupport

/// The main screen: the tabs of an account.
struct MainView: View {
    let app: TrendyApp
    let models: AccountModels
    @Bindable var router: MainRouter

    var body: some View {
        TabView(selection: $router.tab) {
            Tab("Today", systemImage: "sun.max", value: MainTab.today) {
                TabStack(.today, app: app, models: models, router: router) {
                    TodayScreen(models: models)
                }
            }
            Tab("Timeline", systemImage: "list.bullet", value: MainTab.timeline) {
                TabStack(.timeline, app: app, models: models, router: router) {
                    TimelineScreen(models: models, router: router)
                }
            }
            Tab("Places", systemImage: "mappin.and.ellipse", value: MainTab.places) {
                TabStack(.places, app: app, models: models, router: router) {
                    PlacesScreen(model: models.places, router: router)
                }
            }
            Tab("Insights", systemImage: "chart.bar.xaxis", value: MainTab.insights) {
                TabStack(.insights, app: app, models: models, router: router) {
                    InsightsScreen(models: models, router: router)
                }
            }
            Tab("Settings", systemImage: "gearshape", value: MainTab.settings) {
                TabStack(.settings, app: app, models: models, router: router) {
                    SettingsScreen(app: app, models: models)
                }
            }
        }
        .sheet(item: $router.sheet) { SheetView(sheet: $0, models: models) }
        .task { await models.sync.run() }
        .task(id: models.actions.undo?.id) { await models.actions.expireUndo() }
        .task(id: models.places.undo?.id) { await models.places.expireUndo() }
    }
}
