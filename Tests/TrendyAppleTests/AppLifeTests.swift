import CoreLocation
import Foundation
import HTTPTypes
import HealthKit
import PhoneFoundation
import SimulatedBackgroundTasks
import SimulatedCoreLocation
import SimulatedHealthKit
import SimulatedLocationBehavior
import SimulatedPhone
import SimulatedUserNotifications
import Testing
import TrendyApple
import TrendyHealth
import TrendyKit
import TrendyModel
import TrendyPlaces
import TrendyStore
import TrendySync
import TrendyWire
import UserNotifications

@Suite("An app's life", .timeLimit(.minutes(20)))
@MainActor
struct AppLifeTests {
    @Test("From the first launch to what another device sees")
    func firstLife() async throws {
        try await AppWorld.run { world in
            let phone = world.phone("phone")
            phone.walk(321)
            let app = phone.launch()
            #expect(app.router.route == .onboarding(.welcome))
            await phone.phone.run { await app.getThroughOnboarding(email: "a@example.org") }
            #expect(app.router.route == .authenticated)
            try await app.showing {
                await until { app.titles.contains("Steps") && app.hasSentEverything }
                #expect(Set(app.titles) == ["Coffee", "Steps"])
            }

            let tablet = world.phone("tablet")
            let other = tablet.launch()
            await tablet.phone.run { await other.signIn("a@example.org") }
            try await other.showing {
                await until { Set(other.titles) == ["Coffee", "Steps"] }
            }
            #expect(other.auth.trouble == nil)
        }
    }

    @Test("Who is signed in sees the app at once after it was ended, with all that was recorded")
    func relaunch() async throws {
        try await AppWorld.run { world in
            let phone = world.phone("phone")
            let first = phone.launch()
            await phone.phone.run { await first.getThroughOnboarding(email: "a@example.org") }
            await phone.forceQuit()

            let app = phone.launch()

            #expect(app.router.route == .authenticated)
            await app.models?.timeline.refresh()
            #expect(app.titles == ["Coffee"])
        }
    }

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
                #expect(app.auth.trouble == nil)
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

                // What the system was told at the launch serves the third engine.
                await phone.leave()
                #expect(app.engine?.store.work.isSuspended == true)
                let pending = Set(phone.phone.backgroundTasks.pending.map(\.identifier))
                #expect(pending == Set(BackgroundPolicy.identifiers))
                phone.bringToScreen()
                _ = try await app.engine?.recordManualEvent(.init(typeName: "Cake"))
                await app.models?.timeline.refresh()
                #expect(app.titles == ["Cake", "Coffee"])
                #expect(phone.phone.faults.isEmpty)
            }
        }
    }

    @Test("A place that another device added is watched once it was synced")
    func placeFromElsewhere() async throws {
        try await AppWorld.run { world in
            let phone = world.phone("phone")
            phone.phone.location.choose(.always)
            let app = phone.launch()
            await phone.phone.run { await app.getThroughOnboarding(email: "a@example.org") }
            let tablet = world.phone("tablet")
            let other = tablet.launch()
            await tablet.phone.run { await other.signIn("a@example.org") }

            let store = try #require(other.engine).store
            let home = try await store.create(
                Geofence(name: "Home", latitude: 47.37, longitude: 8.54, radiusMeters: 150)
            )

            let places = try #require(app.models).places
            while places.health?.registered ?? 0 == 0 { await places.refresh() }
            let watched = phone.phone.location.watchedIdentifiers
            #expect(watched.contains { $0.contains(home.description) })
        }
    }

    @Test("Places are watched as they are as soon as the person changes them")
    func changedPlaces() async throws {
        try await AppWorld.run { world in
            let phone = world.phone("phone")
            phone.phone.location.choose(.always)
            let app = phone.launch()
            try await phone.phone.run {
                await app.getThroughOnboarding()
                let store = try #require(app.engine).store
                let places = try #require(app.models).places
                func settle(_ count: Int) async {
                    while phone.phone.location.watchedIdentifiers.count != count {
                        await places.refresh()
                    }
                }
                var home = Geofence(
                    name: "Home",
                    latitude: 47.37,
                    longitude: 8.54,
                    radiusMeters: 150
                )
                let id = try await store.create(home)
                await settle(1)

                home.isActive = false
                try await store.update(id: id, change: home.document)
                await settle(0)
                home.isActive = true
                try await store.update(id: id, change: home.document)
                await settle(1)
                try await store.delete(id: id)
                await settle(0)

                #expect(phone.phone.faults.isEmpty)
            }
        }
    }

    @Test("The next account on a phone watches none of the places of the one before")
    func placesOfAnother() async throws {
        try await AppWorld.run { world in
            let phone = world.phone("phone")
            phone.phone.location.choose(.always)
            let app = phone.launch()
            try await phone.phone.run {
                await app.getThroughOnboarding(email: "a@example.org")
                let home = try await #require(app.engine).store.create(
                    Geofence(name: "Home", latitude: 47.37, longitude: 8.54, radiusMeters: 150)
                )
                let places = try #require(app.models).places
                while phone.phone.location.watchedIdentifiers.isEmpty { await places.refresh() }
                let region = try #require(phone.phone.location.watchedIdentifiers.first)
                #expect(RegionIdentity(region) == .geofence(home))
                #expect(RegionIdentity.owner(of: region) != nil)

                await app.auth.signOut()
                if app.auth.warning != nil { await app.auth.confirmSignOut() }
                await app.signUp("b@example.org")
                await app.getThroughOnboarding()
                let others = try #require(app.models).places
                while !phone.phone.location.watchedIdentifiers.isEmpty { await others.refresh() }

                #expect(try await app.engine?.store.entities(kind: .geofence).isEmpty == true)
            }
        }
    }

    @Test("No notice of one account is there for the next one, nor comes later")
    func noticesOfAnother() async throws {
        try await AppWorld.run { world in
            let phone = world.phone("phone")
            let app = phone.launch()
            try await phone.phone.run {
                await app.getThroughOnboarding(email: "a@example.org")
                phone.phone.notifications.authorizationStatus = .authorized
                let center = try #require(app.platform.services.notices)
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

                // Who signs in again is told what they were to be told.
                await app.signIn("a@example.org")
                #expect(phone.phone.notifications.pending.map(\.title) == ["stayed"])
                while phone.phone.notifications.delivered.isEmpty { await Task.yield() }
                await app.signUp("b@example.org")

                #expect(app.auth.trouble == nil)
                #expect(phone.phone.notifications.pending.isEmpty)
                #expect(phone.phone.notifications.delivered.isEmpty)
            }
        }
    }

    @Test("Signing out with unsent work warns, keeps it, and sends it at the next sign-in")
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

    @Test("What was recorded without a network and an account becomes the account's")
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
                #expect(app.auth.trouble == nil)
                try await app.showing {
                    await until { app.titles == ["Coffee"] && app.hasSentEverything }
                }
                await until { app.router.route == .authenticated }
                #expect(try !phone.databases.contains("local.sqlite"))
            }
        }
    }

    @Test("Once the person was asked, what there is of health data is captured at once")
    func asked() async throws {
        try await AppWorld.run { world in
            let phone = world.phone("phone")
            let steps = HKQuantityType(.stepCount)
            phone.phone.health.setReadAuthorization(.notDetermined, for: steps)
            phone.phone.health.hasEntitlement = false
            phone.walk(77)
            let app = phone.launch()
            await phone.phone.run { await app.getThroughOnboarding(email: "a@example.org") }
            let engine = try #require(app.engine)
            phone.phone.health.setReadAuthorization(.allowed, for: steps)
            await engine.healthAccessWasAsked()
            let refused = try await engine.store.healthState(category: "steps")
            phone.phone.health.hasEntitlement = true
            await engine.healthAccessWasAsked()

            let state = try await engine.store.healthState(category: "steps")
            #expect(refused.refusal != nil && refused.newest != nil)
            #expect(state.refusal == nil)
        }
    }

    @Test("The app is woken for the categories that are captured, each as often as it says")
    func wakes() async throws {
        try await AppWorld.run { world in
            let phone = world.phone("phone")
            let health = phone.phone.health
            func frequency(_ type: HKQuantityTypeIdentifier) -> HKUpdateFrequency? {
                health.backgroundDelivery(for: HKQuantityType(type))
            }
            let app = phone.launch()
            await phone.phone.run { await app.getThroughOnboarding() }
            let engine = try #require(app.engine)
            let settings = try #require(app.models).healthSettings
            await phone.phone.run { await engine.healthAccessWasAsked() }
            let all = [frequency(.stepCount), frequency(.heartRate), frequency(.dietaryWater)]

            await phone.phone.run { await settings.setEnabled(false, .water) }
            await phone.phone.run { await settings.setEnabled(false, .steps) }
            let fewer = [frequency(.stepCount), frequency(.heartRate), frequency(.dietaryWater)]
            await phone.phone.run { await settings.setEnabled(true, .steps) }
            let again = [frequency(.stepCount), frequency(.heartRate), frequency(.dietaryWater)]

            #expect(all == [.hourly, .immediate, .immediate])
            #expect(fewer == [nil, .immediate, nil])
            #expect(again == [.hourly, .immediate, nil])
            for type in [HKObjectType.workoutType(), HKSeriesType.workoutRoute()] {
                #expect(health.backgroundDelivery(for: type) == .immediate)
            }
            // Set while nobody listened; the next launch looks.
            try await engine.store.changeHealth(category: "heart_rate") { $0.isEnabled = false }
            await phone.forceQuit()
            let next = phone.launch()
            let nextEngine = try #require(next.engine)
            await phone.phone.run { await nextEngine.healthAccessWasAsked() }
            #expect(frequency(.heartRate) == nil)
            #expect(frequency(.stepCount) == .hourly)
        }
    }

    @Test("A launch for health data captures it, and opens nothing that only a screen needs")
    func backgroundLaunch() async throws {
        try await AppWorld.run { world in
            let phone = world.phone("phone")
            let first = phone.launch()
            await phone.phone.run { await first.getThroughOnboarding(email: "a@example.org") }
            await phone.forceQuit()
            let before = phone.internet.paths.count

            phone.walk(77)
            let app = phone.launch(.healthKit)
            let store = try #require(app.engine).store
            let commits = store.commits()
            defer { commits.stop() }
            commits.wake()
            for await _ in commits.notices {
                let count = try await store.events(EventFilter(limit: 10)).count
                if count == 2 { break }
            }

            #expect(app.router.route == .authenticated)
            #expect(app.models?.timeline.hasLoaded == false)
            #expect(app.models?.sync.status == nil)
            let paths = phone.internet.paths.dropFirst(before)
            #expect(!paths.contains { $0.hasPrefix(Route.changeStream) })
            #expect(!paths.contains { $0.hasPrefix(Route.onboarding) })
        }
    }

    @Test("A launch for a region keeps the visit, and opens nothing that only a screen needs")
    func regionLaunch() async throws {
        try await AppWorld.run { world in
            let phone = world.phone("phone")
            let location = phone.phone.location
            location.behavior.settleTime = .zero
            location.choose(.always)
            location.place(at: CLLocationCoordinate2D(latitude: 47.40, longitude: 8.54))
            let first = phone.launch()
            await phone.phone.run { await first.getThroughOnboarding(email: "a@example.org") }
            let home = try await #require(first.engine).store.create(
                Geofence(name: "Home", latitude: 47.37, longitude: 8.54, radiusMeters: 150)
            )
            let places = try #require(first.models).places
            while !location.watchedIdentifiers.contains(where: { $0.contains(home.description) }) {
                await places.refresh()
            }
            phone.phone.terminate()
            await phone.end()
            let before = phone.internet.paths.count
            let (launches, launch) = AsyncStream.makeStream(of: LaunchReason.self)
            phone.phone.onLaunchRequest = { launch.yield($0) }

            location.place(at: CLLocationCoordinate2D(latitude: 47.37, longitude: 8.54))
            var requests = launches.makeAsyncIterator()
            let app = phone.launch(try #require(await requests.next()))

            let store = try #require(app.engine).store
            let commits = store.commits()
            defer { commits.stop() }
            commits.wake()
            for await _ in commits.notices
            where try await store.openPlaceStates().map(\.geofenceID) == [home] { break }
            #expect(app.models?.timeline.hasLoaded == false)
            #expect(app.models?.sync.status == nil)
            let paths = phone.internet.paths.dropFirst(before)
            #expect(!paths.contains { $0.hasPrefix(Route.changeStream) })
            #expect(!paths.contains { $0.hasPrefix(Route.onboarding) })
            #expect(phone.phone.faults.isEmpty)
        }
    }

    @Test(
        "What cannot be opened at the launch is told, and opened when the app comes to the screen",
        arguments: ["local.sqlite", "profile.json"]
    )
    func healing(file: String) async throws {
        try await AppWorld.run { world in
            let phone = world.phone("phone")
            let obstacle = phone.directory + "/" + file
            try FileManager.default.createDirectory(
                atPath: obstacle,
                withIntermediateDirectories: true
            )
            let app = phone.launch()
            #expect(app.trouble != nil)
            #expect(app.models == nil)
            #expect(FileManager.default.fileExists(atPath: obstacle))

            phone.phone.enterBackground()
            try FileManager.default.removeItem(atPath: obstacle)
            phone.bringToScreen()

            #expect(app.trouble == nil)
            #expect(app.router.route == .onboarding(.welcome))
            await phone.phone.run { await app.getThroughOnboarding() }
            await app.models?.timeline.refresh()
            #expect(app.titles == ["Coffee"])
            #expect(phone.phone.faults.isEmpty)
        }
    }

    @Test("Who was signed in signs in again where their profile is damaged, and has everything")
    func damagedProfile() async throws {
        try await AppWorld.run { world in
            let phone = world.phone("phone")
            let first = phone.launch()
            await phone.phone.run { await first.getThroughOnboarding(email: "a@example.org") }
            await phone.forceQuit()
            try "{".write(
                toFile: phone.directory + "/profile.json",
                atomically: true,
                encoding: .utf8
            )

            let app = phone.launch()

            #expect(app.trouble == nil)
            #expect(app.router.route == .login)
            #expect(app.auth.trouble?.contains("nothing recorded is lost") == true)
            await phone.phone.run { await app.signIn("a@example.org") }
            await until { app.router.route == .authenticated }
            await app.models?.timeline.refresh()
            #expect(app.titles == ["Coffee"])
        }
    }

    @Test("A background task opens what could not be opened, or is given back at once")
    func healingUnseen() async throws {
        try await AppWorld.run { world in
            let phone = world.phone("phone")
            let obstacle = phone.directory + "/local.sqlite"
            try FileManager.default.createDirectory(
                atPath: obstacle,
                withIntermediateDirectories: true
            )
            let tasks = phone.phone.backgroundTasks
            tasks.isGranting = false
            let app = phone.launch()
            #expect(app.trouble != nil)
            await phone.leave()
            await phone.untilSuspended { #expect(tasks.run(BackgroundPolicy.processing)) }
            #expect(tasks.runs.map(\.outcome) == [.failed])

            try FileManager.default.removeItem(atPath: obstacle)
            await phone.untilSuspended { #expect(tasks.run(BackgroundPolicy.processing)) }
            #expect(tasks.runs.map(\.outcome) == [.failed, .succeeded])
            #expect(app.trouble == nil)
            #expect(app.engine?.store.work.isSuspended == true)
            #expect(phone.phone.faults.isEmpty)
        }
    }

    @Test("The system is answered once all uploads that it tells of are known, and not before")
    func uploads() async throws {
        try await AppWorld.run { world in
            let phone = world.phone("phone")
            let (transfers, transfer) = AsyncStream.makeStream(of: BackgroundTransfer.self)
            phone.phone.onBackgroundTransfer = { transfer.yield($0) }
            let app = phone.launch()
            let uploader = try #require(app.platform.uploads)
            let request = HTTPRequest(
                method: .post,
                scheme: "https",
                authority: "example.org",
                path: "/push"
            )
            try await uploader.upload(request, body: [1], name: "push/1")
            var begun = transfers.makeAsyncIterator()
            let upload = try #require(await begun.next())
            await phone.leave()
            let (answers, answer) = AsyncStream.makeStream(of: Set<String>.self)
            app.handleUploads {
                Task { answer.yield(await uploader.underWay) }
            }

            upload.succeed()

            var answered = answers.makeAsyncIterator()
            #expect(await answered.next() == [])
            #expect(phone.phone.faults.isEmpty)
        }
    }

    @Test("What there is no network for reaches the other device while the app is suspended")
    func handedOver() async throws {
        try await AppWorld.run { world in
            let phone = world.phone("phone")
            let (transfers, transfer) = AsyncStream.makeStream(of: BackgroundTransfer.self)
            phone.phone.onBackgroundTransfer = { transfer.yield($0) }
            let app = phone.launch()
            try await phone.phone.run {
                await app.getThroughOnboarding(email: "a@example.org")
                try await app.showing { await until { app.hasSentEverything } }
                phone.internet.isCut = true
                _ = try await app.engine?.recordManualEvent(.init(typeName: "Tea"))
                await phone.leave()
            }
            var begun = transfers.makeAsyncIterator()
            let upload = try #require(await begun.next())
            #expect(try await carry(upload.request, upload.body) == 200)
            upload.succeed()

            let tablet = world.phone("tablet")
            let other = tablet.launch()
            await tablet.phone.run { await other.signIn("a@example.org") }
            try await other.showing { await until { Set(other.titles) == ["Coffee", "Tea"] } }
            phone.internet.isCut = false
            phone.bringToScreen()
            try await app.showing {
                await until { app.hasSentEverything && app.titles.count == 2 }
            }
            #expect(phone.phone.faults.isEmpty)
        }
    }

    @Test("The app is not suspended before a change of the account is over")
    func leftWhileSigningIn() async throws {
        try await AppWorld.run { world in
            let phone = world.phone("phone")
            let app = phone.launch()
            await phone.phone.run {
                await app.getThroughOnboarding(email: "a@example.org")
                await app.auth.confirmSignOut()
            }
            // Of a time before the account was there.
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
                // It may be gone for a moment that nobody looks at.
                await until { app.engine !== before }
                await phone.leave()
                await signingIn
            }
            #expect(app.auth.trouble == nil)
            #expect(phone.phone.faults.isEmpty)
            phone.bringToScreen()
            #expect(try await app.engine?.store.events(EventFilter(limit: 1000)).count == 301)
            #expect(try !phone.databases.contains("local.sqlite"))
        }
    }

    @Test("Where the system carries no uploads, it is answered at once")
    func noUploads() async throws {
        try await AppWorld.run { world in
            var platform = world.phone("phone").launch().platform
            platform.uploads = nil
            var answers = 0

            TrendyApp(platform).handleUploads { answers += 1 }

            #expect(answers == 1)
        }
    }
}
