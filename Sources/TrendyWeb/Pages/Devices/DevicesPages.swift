import TrendyLocalization

/// The routes of the devices pages.
enum DevicesPages {
    static let routes: [WebRoute] = [
        .get("/devices") { context in
            await context.page(title: PageArea.devices.name, area: .devices) {
                tag(.h1) { PageArea.devices.name }
            }
        }
    ]
}
