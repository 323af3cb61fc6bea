import SwiftUI
import TrendyAppSupport

/// The navigation of a tab: its root, the screens pushed on it, and the sync state in the toolbar.
struct TabStack<Root: View>: View {
    let tab: MainTab
    let app: TrendyApp
    let models: AccountModels
    @Bindable var router: MainRouter
    @ViewBuilder let root: Root

    init(
        _ tab: MainTab,
        app: TrendyApp,
        models: AccountModels,
        router: MainRouter,
        @ViewBuilder root: () -> Root
    ) {
        self.tab = tab
        self.app = app
        self.models = models
        self.router = router
        self.root = root()
    }

    var body: some View {
        NavigationStack(path: $router[path: tab]) {
            root
                .safeAreaInset(edge: .top) {
                    ProblemBanner(app: app, problem: models.sync.appProblem)
                }
                .toolbar {
                    ToolbarItem(placement: .topBarTrailing) {
                        SyncBadge(model: models.sync) { router.push(.sync) }
                    }
                }
                .navigationDestination(for: Destination.self) {
                    DestinationView(
                        destination: $0,
                        app: app,
                        models: models,
                        router: router
                    )
                }
        }
        .safeAreaInset(edge: .bottom) {
            UndoOffers(actions: models.actions, places: models.places)
        }
    }
}
