import Foundation
import PhoneFoundation
import SimulatedAppServices
import SimulatedCoreLocation
import SimulatedLocationBehavior
import SimulatedPhone
import Testing
import TrendyAppSupport
import TrendyApple
import TrendyKit
import TrendyModel
import TrendyPlaces
import TrendyStore
import TrendySync
import UserNotifications

@Suite("Accounts on one phone", .timeLimit(.minutes(20)))
@MainActor
struct AppAccountTests {
    @Test("Two accounts on one phone share nothing, and the system's tasks serve both")
    func switching() async throws {
        try await AppWorld.run { world in
            let phone = world.phone("phone")
            let app = phone.launch()
            try await phone.phone.run {
                await app.getThroughOnboarding(email: "a@example.org")
                try await app.showing { await until { app.hasSentEverything } }
                let old = try #require(app.models)

                await app.auth.signOut()
                #expect(app.auth.warning == nil)
                #expect(app.router.route == .login)
                await app.signUp("b@example.org")
                await app.getThroughOnboarding()
                #expect(app.auth.errorMessage == nil)
                #expect(app.models?.timeline !== old.timeline)
                _ = try await app.engine?.recordManualEvent(.init(typeName: "Tea"))
                try await app.showing {
                    await until { app.titles.contains("Tea") && app.hasSentEverything }
                    #expect(Set(app.titles) == ["Coffee", "Tea"])
                    #expect(app.titles.count == 2)
                }

                await app.auth.signOut()
                await app.signIn("a@example.org")
                await until { app.router.route == .authenticated }
                await app.models?.timeline.refresh()
                #expect(app.titles == ["Coffee"])
                #expect(try phone.databases.count == 2)

                // The registrations of the launch serve the third engine.
                await phone.leave()
                #expect(app.engine?.store.work.isSuspended == true)
                let pending = Set(phone.phone.backgroundTasks.pending.map(\.identifier))
                #expect(pending == Set(BackgroundPolicy.identifiers))
                phone.enterForeground()
                _ = try await app.engine?.recordManualEvent(.init(typeName: "Cake"))
                await app.models?.timeline.refresh()
                #expect(app.titles == ["Cake", "Coffee"])
                #expect(phone.phone.faults.isEmpty)
            }
        }
    }

    @Test("The next account on a phone monitors none of the previous account's places")
    func placesOfAnother() async throws {
        try await AppWorld.run { world in
            let phone = world.phone("phone")
            phone.phone.location.choose(.always)
            let app = phone.launch()
            try await phone.phone.run {
                await app.getThroughOnboarding(email: "a@example.org")
                let home = try await #require(app.engine).store.write {
                    try $0.entities.create(
                        Geofence(name: "Home", latitude: 47.37, longitude: 8.54, radiusMeters: 150)
                    )
                }
                let places = try #require(app.models).places
                while phone.phone.location.monitoredIdentifiers.isEmpty { await places.refresh() }
                let region = try #require(phone.phone.location.monitoredIdentifiers.first)
                #expect(RegionIdentity(region) == .geofence(home))
                #expect(RegionIdentity.owner(of: region) != nil)

                await app.auth.signOut()
                if app.auth.warning != nil { await app.auth.confirmSignOut() }
                await app.signUp("b@example.org")
                await app.getThroughOnboarding()
                let others = try #require(app.models).places
                while !phone.phone.location.monitoredIdentifiers.isEmpty { await others.refresh() }

                #expect(
                    try await app.engine?.store.read { try $0.entities.fetchAll(kind: .geofence) }
                        .isEmpty == true
                )
            }
        }
    }

    @Test("No notification of an account stays for the next one or arrives later")
    func noticesOfAnother() async throws {
        try await AppWorld.run { world in
            let phone = world.phone("phone")
            let app = phone.launch()
            try await phone.phone.run {
                await app.getThroughOnboarding(email: "a@example.org")
                phone.phone.notifications.authorizationStatus = .authorized
                let center = try #require(app.platform.services.notificationCenter)
                func show(_ identifier: String, in delay: Duration? = nil) async throws {
                    try await center.show(
                        UserNotification(
                            identifier: identifier,
                            title: identifier,
                            thread: "t",
                            delay: delay
                        )
                    )
                }
                try await show("arrived")
                try await show("stayed", in: .seconds(86_400))

                // The same account receives its notifications again after the sign-in.
                await app.signIn("a@example.org")
                #expect(phone.phone.notifications.pending.map(\.title) == ["stayed"])
                while phone.phone.notifications.delivered.isEmpty { await Task.yield() }
                await app.signUp("b@example.org")

                #expect(app.auth.errorMessage == nil)
                #expect(phone.phone.notifications.pending.isEmpty)
                #expect(phone.phone.notifications.delivered.isEmpty)
            }
        }
    }

    @Test("Signing out with unsent changes warns, keeps them, and sends them at the next sign-in")
    func unsentWork() async throws {
        try await AppWorld.run { world in
            let phone = world.phone("phone")
            let app = phone.launch()
            try await phone.phone.run {
                await app.getThroughOnboarding(email: "a@example.org")
                try await app.showing { await until { app.hasSentEverything } }
                phone.isOnline = false
                _ = try await app.engine?.recordManualEvent(.init(typeName: "Coffee"))

                await app.auth.signOut()
                #expect(app.auth.warning != nil)
                #expect(app.router.route == .authenticated)
                await app.auth.confirmSignOut()
                #expect(app.router.route == .login)
                #expect(app.engine?.coordinator == nil)

                phone.isOnline = true
                await app.signIn("a@example.org")
                try await app.showing {
                    await until { app.titles.count == 2 && app.hasSentEverything }
                }
            }
        }
    }

    @Test("Data recorded offline and signed out becomes the account's")
    func offlineFirst() async throws {
        try await AppWorld.run { world in
            let phone = world.phone("phone")
            phone.isOnline = false
            let app = phone.launch()
            try await phone.phone.run {
                await app.getThroughOnboarding()
                #expect(app.router.route == .authenticated)
                await app.models?.timeline.refresh()
                #expect(app.titles == ["Coffee"])

                phone.isOnline = true
                await app.signUp("a@example.org")
                #expect(app.auth.errorMessage == nil)
                try await app.showing {
                    await until { app.titles == ["Coffee"] && app.hasSentEverything }
                }
                await until { app.router.route == .authenticated }
                #expect(try !phone.databases.contains("local.sqlite"))
            }
        }
    }

    @Test("The app is not suspended during an account change")
    func leftWhileSigningIn() async throws {
        try await AppWorld.run { world in
            let phone = world.phone("phone")
            let app = phone.launch()
            await phone.phone.run {
                await app.getThroughOnboarding(email: "a@example.org")
                await app.auth.confirmSignOut()
            }
            // Recorded before the account existed.
            let local = try DeviceStore(
                path: phone.directory + "/local.sqlite",
                dependencies: .live()
            )
            let record = RecordManualEvent(store: local, dependencies: .live())
            for number in 1...300 {
                let time = Instant(seconds: 1_768_000_000 + Int64(number))
                _ = try await record(.init(typeName: "Tea", timestamp: time))
            }
            try await local.close()
            phone.phone.onSuspend = {
                MainActor.assumeIsolated { app.auth.isBusy ? "an account's database" : nil }
            }

            let before = app.engine
            await phone.phone.run {
                async let signingIn: Void = app.signIn("a@example.org")
                // The engine may be `nil` only for a moment that polling misses.
                await until { app.engine !== before }
                await phone.leave()
                await signingIn
            }
            #expect(app.auth.errorMessage == nil)
            #expect(phone.phone.faults.isEmpty)
            phone.enterForeground()
            #expect(
                try await app.engine?.store.read {
                    try $0.entities.events(EventFilter(limit: 1000))
                }.count == 301
            )
            #expect(try !phone.databases.contains("local.sqlite"))
        }
    }
}
