import Foundation
import SimulatedSwiftUI
import SwiftUI
import Testing

@MainActor
struct DeviceTests {
    private struct Adaptive: View {
        @Environment(\.verticalSizeClass) private var height
        @Environment(\.dynamicTypeSize) private var size
        @State private var loaded = "loading"

        var body: some View {
            VStack {
                Text(height == .compact ? "landscape" : "portrait")
                Text(size.isAccessibilitySize ? "large" : "regular")
                Text(1234.5, format: .number)
                Text(loaded)
            }
            .task { loaded = "loaded" }
        }
    }

    @Test("The screen follows rotation, text size and language, and keeps its state")
    func device() async {
        let host = ViewHost(Adaptive()) { $0.locale = Locale(identifier: "en_US") }
        await host.settle()
        #expect(host.screen.texts == ["portrait", "regular", "1,234.5", "loaded"])

        host.rotate(toLandscape: true)
        host.setTextSize(.accessibility2)
        host.setLocale(Locale(identifier: "de_DE"))

        #expect(host.screen.texts == ["landscape", "large", "1.234,5", "loaded"])
    }
}
