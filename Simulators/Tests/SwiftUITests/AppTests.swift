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
}
