import TrendyLocalization

/// The routes of the decisions pages.
enum DecisionsPages {
    static let routes: [WebRoute] = [
        .get("/decisions") { context in
            await context.page(title: PageArea.decisions.name, area: .decisions) {
                tag(.h1) { PageArea.decisions.name }
            }
        }
    ]
}
