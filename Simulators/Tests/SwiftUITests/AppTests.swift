import Foundation
import SimulatedSwiftUI
import SwiftUI
import Testing
import UIKit

@MainActor
@Suite("Apps and scenes")
struct AppTests {
    private final class Delegate: NSObject, UIApplicationDelegate {
        var log: [String] = []
    }

    private struct TestApp: App {
        @UIApplicationDelegateAdaptor private var delegate: Delegate
        @Environment(\.scenePhase) private var phase
        @State private var taps = 0

        var body: some Scene {
            WindowGroup {
                Button("\(phase == .active ? "active" : "inactive") \(taps)") { taps += 1 }
            }
            .onChange(of: taps) { delegate.log.append("tapped") }
        }
    }

    @Test("An app shows its window, has state and a delegate")
    func appShowsWindow() throws {
        let host = ViewHost(app: TestApp())
        let delegate = try #require(host.applicationDelegate as? Delegate)

        try host.tap("active 0")

        #expect(host.screen.texts == ["active 1"])
        #expect(delegate.log == ["tapped"])
    }

    @Test("The host sets the environment of the app")
    func environment() {
        let host = ViewHost(app: TestApp(), environment: { $0.scenePhase = .background })

        #expect(host.screen.texts == ["inactive 0"])
    }

    private struct Deep: View {
        @Environment(\.openURL) private var openURL
        @Environment(\.colorScheme) private var scheme
        @State private var opened = ""

        var body: some View {
            Text(verbatim: scheme == .dark ? "dark" : "light")
            Text(verbatim: opened)
                .onOpenURL { opened = $0.absoluteString }
            Button("Settings") {
                if let url = URL(string: UIApplication.openSettingsURLString) { openURL(url) }
            }
        }
    }

    @Test("A URL is delivered to the app, and one that the app opens to the system")
    func urls() throws {
        let host = ViewHost(Deep())
        let url = try #require(URL(string: "trendy://today"))

        #expect(host.open(url))
        try host.tap("Settings")

        #expect(host.screen.contains("trendy://today"))
        #expect(host.urlsOpenedBySystem.map(\.absoluteString) == ["app-settings:"])
    }

    @Test("The system changes the environment while views keep their state")
    func changedEnvironment() throws {
        let host = ViewHost(Deep())
        let url = try #require(URL(string: "trendy://today"))
        host.open(url)

        host.changeEnvironment { $0.colorScheme = .dark }

        #expect(host.screen.texts == ["dark", "trendy://today", "Settings"])
    }
}
