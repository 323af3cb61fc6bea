import TrendyLocalization

/// The routes of the map pages.
enum MapPages {
    static let routes: [WebRoute] = [
        .get("/map") { context in
            await context.page(title: PageArea.map.name, area: .map) {
                tag(.h1) { PageArea.map.name }
            }
        }
    ]
}
