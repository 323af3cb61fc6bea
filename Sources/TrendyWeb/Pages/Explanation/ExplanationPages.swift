import TrendyLocalization

/// The routes of the explanation pages.
enum ExplanationPages {
    static let routes: [WebRoute] = [
        .get("/explain/{metric}/{day}") { context in
            await context.page(title: Strings.Web.overview(), area: nil) {
                tag(.h1) { Strings.Web.overview() }
            }
        }
    ]
}
