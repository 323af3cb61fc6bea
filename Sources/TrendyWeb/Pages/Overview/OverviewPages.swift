import TrendyLocalization

/// The routes of the overview pages.
enum OverviewPages {
    static let routes: [WebRoute] = [
        .get("/") { context in
            await context.page(title: PageArea.overview.name, area: .overview) {
                tag(.h1) { PageArea.overview.name }
            }
        }
    ]
}
