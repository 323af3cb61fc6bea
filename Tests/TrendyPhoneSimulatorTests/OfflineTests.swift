import SimulatedSwiftUI
import Testing
import TrendySimulation

@Suite("The network on the screen", .timeLimit(.minutes(20)))
struct OfflineTests {
    /// The longest time until a screen says that the network is gone or back.
    private static let limit = Duration.seconds(2)
    private static let reason =
        "This device has no network connection. Everything is saved on it."

    @Test("With nothing to send, the badge follows the network within two seconds")
    func badge() {
        SimulatedApp.run { phone in
            for _ in 0..<3 {
                try await phone.sleep(for: .seconds(100))
                #expect(phone.host.screen.syncState == "Synced")

                phone.handset.network = .none
                #expect(try await phone.wait { $0.syncState == "Offline" } <= Self.limit)
                try await phone.sleep(for: .seconds(100))
                #expect(phone.host.screen.syncState == "Offline")

                phone.handset.network = .wiFi
                #expect(try await phone.wait { $0.syncState == "Synced" } <= Self.limit)
            }
        }
    }

    @Test("The sync centre gives the reason within two seconds, and withdraws it as fast")
    func syncCentre() {
        SimulatedApp.run { phone in
            try phone.host.tap("Sync state")
            try await phone.wait { $0.contains("This device") }
            try await phone.sleep(for: .seconds(100))

            phone.handset.network = .none
            let gone = try await phone.wait { $0.contains("Offline") && $0.contains(Self.reason) }
            #expect(gone <= Self.limit)

            phone.handset.network = .cellular
            let back = try await phone.wait {
                !$0.contains("Offline") && !$0.contains(Self.reason)
            }
            #expect(back <= Self.limit)
        }
    }

    @Test("An entry made offline is pending at once, and sent soon after the network is back")
    func pending() {
        SimulatedApp.run { phone in
            phone.handset.network = .none
            try await phone.wait { $0.syncState == "Offline" }
            try phone.host.tap("Timeline")
            try await phone.wait { $0.contains("Entered by you") }
            try phone.host.tap("Coffee")
            try await phone.wait { $0.contains("Not sent yet") }
            #expect(phone.host.screen.syncState == "Offline")

            phone.handset.network = .wiFi
            #expect(try await phone.wait { $0.syncState != "Offline" } <= Self.limit)
            try await phone.wait { $0.syncState == "Synced" && !$0.contains("Not sent yet") }
        }
    }
}
