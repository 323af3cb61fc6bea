import TrendyLocalization

/// The routes of the transfer pages.
enum TransferPages {
    static let routes: [WebRoute] = [
        .get("/transfer") { context in
            await context.page(title: PageArea.transfer.name, area: .transfer) {
                tag(.h1) { PageArea.transfer.name }
            }
        }
    ]
}
