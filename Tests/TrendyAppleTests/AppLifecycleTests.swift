import CoreLocation
import Foundation
import HTTPTypes
import HealthKit
import PhoneFoundation
import SimulatedAppServices
import SimulatedCoreLocation
import SimulatedHealthKit
import SimulatedLocationBehavior
import SimulatedPhone
import Testing
import TrendyAppSupport
import TrendyApple
import TrendyHealth
import TrendyKit
import TrendyModel
import TrendyPlaces
import TrendyStore
import TrendySync
import TrendyWire

@Suite("App lifecycle", .timeLimit(.minutes(20)))
@MainActor
struct AppLifecycleTests {
    @Test("From the first launch to another device's view")
    func firstLaunch() async throws {
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
            #expect(other.auth.errorMessage == nil)
        }
    }

    @Test("After a relaunch, a signed-in person sees the app at once with all recorded data")
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

    @Test("A place that another device added is monitored after the sync")
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
            let home = try await store.write {
                try $0.entities.create(
                    Geofence(name: "Home", latitude: 47.37, longitude: 8.54, radiusMeters: 150)
                )
            }

            let places = try #require(app.models).places
            while places.health?.registered ?? 0 == 0 { await places.refresh() }
            let monitored = phone.phone.location.monitoredIdentifiers
            #expect(monitored.contains { $0.contains(home.description) })
        }
    }

    @Test("Changed places are monitored immediately")
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
                    while phone.phone.location.monitoredIdentifiers.count != count {
                        await places.refresh()
                    }
                }
                var home = Geofence(
                    name: "Home",
                    latitude: 47.37,
                    longitude: 8.54,
                    radiusMeters: 150
                )
                let id = try await store.write { [home] in try $0.entities.create(home) }
                await settle(1)

                home.isActive = false
                try await store.write { [home] in
                    try $0.entities.update(id: id, change: home.document)
                }
                await settle(0)
                home.isActive = true
                try await store.write { [home] in
                    try $0.entities.update(id: id, change: home.document)
                }
                await settle(1)
                try await store.write { try $0.entities.delete(id: id) }
                await settle(0)

                #expect(phone.phone.faults.isEmpty)
            }
        }
    }

    @Test("Existing health data is captured as soon as the person was asked")
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
            await engine.didRequestHealthAccess()
            let refused = try await engine.store.read { try $0.health.state(category: "steps") }
            phone.phone.health.hasEntitlement = true
            await engine.didRequestHealthAccess()

            let state = try await engine.store.read { try $0.health.state(category: "steps") }
            #expect(refused.refusal != nil && refused.newest != nil)
            #expect(state.refusal == nil)
        }
    }

    @Test("Background delivery is enabled for captured categories, each with its own frequency")
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
            await phone.phone.run { await engine.didRequestHealthAccess() }
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
            // Changed without a notification; the next launch applies it.
            try await engine.store.write { transaction in
                try transaction.health.changeSettings(category: "heart_rate") {
                    $0.isEnabled = false
                }
            }
            await phone.forceQuit()
            let next = phone.launch()
            let nextEngine = try #require(next.engine)
            await phone.phone.run { await nextEngine.didRequestHealthAccess() }
            #expect(frequency(.heartRate) == nil)
            #expect(frequency(.stepCount) == .hourly)
        }
    }

    @Test("A launch for health data captures it, and opens nothing that only screens need")
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
            for await _ in commits.events {
                let count = try await store.read { try $0.entities.events(EventFilter(limit: 10)) }
                    .count
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

    @Test("A launch for a region records the visit, and opens nothing that only screens need")
    func regionLaunch() async throws {
        try await AppWorld.run { world in
            let phone = world.phone("phone")
            let location = phone.phone.location
            location.behavior.settleTime = .zero
            location.choose(.always)
            location.place(at: CLLocationCoordinate2D(latitude: 47.40, longitude: 8.54))
            let first = phone.launch()
            await phone.phone.run { await first.getThroughOnboarding(email: "a@example.org") }
            let home = try await #require(first.engine).store.write {
                try $0.entities.create(
                    Geofence(name: "Home", latitude: 47.37, longitude: 8.54, radiusMeters: 150)
                )
            }
            let places = try #require(first.models).places
            while !location.monitoredIdentifiers.contains(where: {
                $0.contains(home.description)
            }) {
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
            for await _ in commits.events
            where try await store.read({ try $0.places.openStates() }).map(\.geofenceID) == [home] {
                break
            }
            #expect(app.models?.timeline.hasLoaded == false)
            #expect(app.models?.sync.status == nil)
            let paths = phone.internet.paths.dropFirst(before)
            #expect(!paths.contains { $0.hasPrefix(Route.changeStream) })
            #expect(!paths.contains { $0.hasPrefix(Route.onboarding) })
            #expect(phone.phone.faults.isEmpty)
        }
    }

    @Test(
        "Data that cannot be opened at launch is reported, and opened in the foreground",
        arguments: ["local.sqlite", "profile.json"]
    )
    func reopening(file: String) async throws {
        try await AppWorld.run { world in
            let phone = world.phone("phone")
            let obstacle = phone.directory + "/" + file
            try FileManager.default.createDirectory(
                atPath: obstacle,
                withIntermediateDirectories: true
            )
            let app = phone.launch()
            #expect(app.errorMessage != nil)
            #expect(app.models == nil)
            #expect(FileManager.default.fileExists(atPath: obstacle))

            phone.phone.enterBackground()
            try FileManager.default.removeItem(atPath: obstacle)
            phone.enterForeground()

            #expect(app.errorMessage == nil)
            #expect(app.router.route == .onboarding(.welcome))
            await phone.phone.run { await app.getThroughOnboarding() }
            await app.models?.timeline.refresh()
            #expect(app.titles == ["Coffee"])
            #expect(phone.phone.faults.isEmpty)
        }
    }

    @Test("After damage to the profile, the person signs in again and has all data")
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

            #expect(app.errorMessage == nil)
            #expect(app.router.route == .login)
            #expect(app.auth.errorMessage?.contains("nothing recorded is lost") == true)
            await phone.phone.run { await app.signIn("a@example.org") }
            await until { app.router.route == .authenticated }
            await app.models?.timeline.refresh()
            #expect(app.titles == ["Coffee"])
        }
    }

    @Test("A background task opens the data if possible, and otherwise completes at once")
    func reopeningInBackground() async throws {
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
            #expect(app.errorMessage != nil)
            await phone.leave()
            await phone.untilSuspended { #expect(tasks.run(BackgroundPolicy.processing)) }
            #expect(tasks.runs.map(\.outcome) == [.failed])

            try FileManager.default.removeItem(atPath: obstacle)
            await phone.untilSuspended { #expect(tasks.run(BackgroundPolicy.processing)) }
            #expect(tasks.runs.map(\.outcome) == [.failed, .succeeded])
            #expect(app.errorMessage == nil)
            #expect(app.engine?.store.work.isSuspended == true)
            #expect(phone.phone.faults.isEmpty)
        }
    }

    @Test("The uploads' completion handler is called when all their events are known, not before")
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
                Task { answer.yield(await uploader.inProgress) }
            }

            upload.succeed()

            var answered = answers.makeAsyncIterator()
            #expect(await answered.next() == [])
            #expect(phone.phone.faults.isEmpty)
        }
    }

    @Test("Changes recorded without a network are uploaded while the app is suspended")
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
            phone.enterForeground()
            try await app.showing {
                await until { app.hasSentEverything && app.titles.count == 2 }
            }
            #expect(phone.phone.faults.isEmpty)
        }
    }

    @Test("Without background uploads, the completion handler is called at once")
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
