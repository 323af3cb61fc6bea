import TrendyLocalization

/// The routes of the insights pages.
enum InsightsPages {
    static let routes: [WebRoute] = [
        .get("/insights") { context in
            await context.page(title: PageArea.insights.name, area: .insights) {
                tag(.h1) { PageArea.insights.name }
            }
        }
    ]
}
