// Example of README.md:
import Foundation
import TrendyAppSupport
import TrendyApple

@MainActor func launchTrendy(in directory: URL? = nil) -> TrendyApp {
    let app = TrendyApp.live(server: "https://trendy.example", directory: directory)
    app.start()
    return app
}
