import TrendyLocalization

/// The routes of the account pages.
enum AccountPages {
    static let routes: [WebRoute] = [
        .get("/account") { context in
            await context.page(title: PageArea.account.name, area: .account) {
                tag(.h1) { PageArea.account.name }
            }
        }
    ]
}
