import TrendyAppSupport
import TrendyLocalization

/// The routes of the overview pages.
enum OverviewPages {
    static let routes: [WebRoute] = [
        .get("/") { context in
            let model = OverviewViewModel(
                engine: context.engine,
                dependencies: context.dependencies,
                formats: context.formats
            )
            await model.refresh()
            return await context.page(title: PageArea.overview.name, area: .overview) {
                OverviewPage(model: model, context: context).html
            }
        }
    ]
}
