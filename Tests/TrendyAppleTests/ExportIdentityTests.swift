import Foundation
import HealthKit
import HealthReplay
import SimulatedHealthKit
import Testing
import TrendyFixture
import TrendyHealth
import TrendyImport
import TrendyModel
import TrendyStore

@Suite("HealthKit and its export")
struct ExportIdentityTests {
    private static let always = Instant(seconds: 0)..<Instant(seconds: 60_000 * 86_400)

    @Test(
        "Capturing and importing the same data gives the same events; the second one writes nothing"
    )
    func same() throws {
        let directory = FileManager.default.temporaryDirectory.path + "/export-\(UUID().uuidString)"
        try FileManager.default.createDirectory(
            atPath: directory,
            withIntermediateDirectories: true
        )
        defer { try? FileManager.default.removeItem(atPath: directory) }  // it is temporary
        var options = FixtureOptions(seed: 11)
        options.days = 6
        options.density = 0.2
        _ = try FixtureGenerator(options).write(
            to: directory + "/export.xml",
            expectedTotalsPath: directory + "/truth.json"
        )
        let export = try AppleHealthExport.read(
            path: directory + "/export.xml",
            spoolDirectory: directory
        )

        CapturingPhone.live { phone in
            try await Self.fill(phone, from: export)
            try await phone.capture()
            let captured = try await Self.events(of: phone.store)
            let pending = try await phone.store.read { try $0.queue.status() }.pending
            let importer = HealthCaptureCoordinator(
                store: phone.store,
                source: export,
                dependencies: phone.dependencies,
                zones: { ZoneHistory(.gmt) }
            )

            let imported = try await importer.capture()

            #expect(captured.count > 20)
            #expect(imported.created == 0)
            #expect(imported.deleted == 0)
            let after = try await Self.events(of: phone.store)
            #expect(after.keys == captured.keys)
            // An export contains more heart rate data of a workout than the simulated phone.
            for (key, event) in captured where !key.hasPrefix("workout/") {
                #expect(after[key] == event)
            }
            #expect(try after.mapValues(Self.measured) == captured.mapValues(Self.measured))
            #expect(captured.keys.contains { $0.hasPrefix("workout/") })
            let changed = try await phone.store.read { try $0.queue.status() }.pending - pending
            #expect(changed == 0)
        }
    }

    @Test(
        "Replaying an export as it arrived gives the same events as importing it",
        arguments: [true, false]
    )
    func replayed(isInVirtualTime: Bool) throws {
        let directory = FileManager.default.temporaryDirectory.path + "/replay-\(UUID().uuidString)"
        try FileManager.default.createDirectory(
            atPath: directory,
            withIntermediateDirectories: true
        )
        defer { try? FileManager.default.removeItem(atPath: directory) }  // it is temporary
        var options = FixtureOptions(seed: 18)
        options.days = 6
        options.density = 0.2
        _ = try FixtureGenerator(options).write(
            to: directory + "/export.zip",
            expectedTotalsPath: directory + "/truth.json"
        )
        let path = directory + "/export.zip"
        let replay = try ExportReplay(path: path, spoolDirectory: directory)
        let export = try AppleHealthExport.read(path: path, spoolDirectory: directory)
        #expect(export.summary.routes > 0)
        // The rings of days are no samples.
        let rings = export.summary.kinds["ActivitySummary"]?.used ?? 0
        #expect(replay.samples.count == export.summary.used - rings + export.summary.routes)
        let times = replay.samples.map(\.arrival)
        #expect(times == times.sorted())

        CapturingPhone.live { phone in
            if isInVirtualTime {
                try await phone.listening {
                    replay.schedule(on: phone.phone)
                    try await phone.pass(.seconds(30 * 86_400))
                }
            } else {
                replay.deliverAll(to: phone.phone)
                try await phone.capture()
            }
            let captured = try await Self.events(of: phone.store)
            let importer = HealthCaptureCoordinator(
                store: phone.store,
                source: export,
                dependencies: phone.dependencies,
                zones: { ZoneHistory(.gmt) }
            )

            let imported = try await importer.capture()

            #expect(captured.count > 20)
            #expect(imported.created == 0)
            #expect(imported.deleted == 0)
            let after = try await Self.events(of: phone.store)
            #expect(after.keys == captured.keys)
            // An export contains more heart rate data of a workout than it was made from.
            for (key, event) in captured where !key.hasPrefix("workout/") {
                #expect(after[key] == event)
            }
            #expect(try after.mapValues(Self.measured) == captured.mapValues(Self.measured))
            let routes = try captured.mapValues(Self.route)
            #expect(try after.mapValues(Self.route) == routes)
            #expect(routes.values.count { $0.count == 6 } == export.summary.routes)
            #expect(captured.keys.contains { $0.hasPrefix("workout/") })
        }
    }

    /// Adds an export's samples to a phone, as before the export.
    static func fill(_ phone: CapturingPhone, from export: AppleHealthExport) async throws {
        let sources = export.sources.map { source -> SimulatedSource in
            switch source.kind {
            case .watch: .watch(source.name, id: source.name)
            case .phone: .iPhone(source.name, id: source.name)
            case .thirdParty: .app(source.name, bundleIdentifier: "org.example.\(source.name)")
            }
        }
        for category in HealthMetric.allCases where category != .workout {
            for sample in try await export.samples(of: category, in: always) {
                let type = category.types[Int(sample.type)]
                phone.health.add(phone.sample(sample, type, sources[sample.source]))
            }
        }
        for workout in await export.workouts(startingIn: always) {
            phone.health.add(
                phone.health.workout(
                    phone.activity(workout.activity),
                    from: workout.start.asDate,
                    to: workout.end.asDate,
                    sums: phone.sums(of: workout),
                    source: sources[workout.source],
                    metadata: phone.metadata(of: workout)
                )
            )
        }
    }

    /// The measured values of an event, without the heart rate.
    private static func measured(_ content: RawJSON) throws -> [String: String] {
        let event = try Event(document: Document(json: content))
        let keys = ["activity", "energy_kilocalories", "distance_meters", "duration", "indoor"]
        return Dictionary(
            uniqueKeysWithValues: keys.map {
                ($0, event.properties[$0]?.json.description ?? "")
            }
        )
    }

    /// The route values of an event.
    private static func route(_ content: RawJSON) throws -> [String: String] {
        let event = try Event(document: Document(json: content))
        let keys = event.properties.keys.filter { $0.hasPrefix("route") }
        return Dictionary(
            uniqueKeysWithValues: keys.map {
                ($0, event.properties[$0]?.json.description ?? "")
            }
        )
    }

    static func events(of store: DeviceStore) async throws -> [String: RawJSON] {
        var events: [String: RawJSON] = [:]
        for entity in try await store.read({ try $0.entities.events(EventFilter(limit: 10_000)) }) {
            let event = try Event(document: entity.document())
            events[event.naturalKey ?? ""] = entity.content
        }
        return events
    }
}

extension Instant {
    fileprivate var asDate: Date { Date(timeIntervalSince1970: Double(milliseconds) / 1000) }
}

extension CapturingPhone {
    fileprivate func activity(_ name: String) -> HKWorkoutActivityType {
        let raw = (1...84).first { WorkoutActivity.name(ofRawValue: UInt($0)) == name }
        return raw.flatMap { HKWorkoutActivityType(rawValue: UInt($0)) } ?? .other
    }

    fileprivate func sums(
        of workout: WorkoutSample
    ) -> [HKQuantityTypeIdentifier: HKQuantity] {
        var sums: [HKQuantityTypeIdentifier: HKQuantity] = [:]
        sums[.activeEnergyBurned] = workout.energyKilocalories.map {
            HKQuantity(unit: .kilocalorie(), doubleValue: $0)
        }
        sums[.distanceWalkingRunning] = workout.distanceMeters.map {
            HKQuantity(unit: .meter(), doubleValue: $0)
        }
        return sums
    }

    fileprivate func metadata(of workout: WorkoutSample) -> [String: Any] {
        var metadata: [String: Any] = [:]
        metadata[HKMetadataKeyTimeZone] = workout.timeZone
        metadata[HKMetadataKeyIndoorWorkout] = workout.isIndoor
        return metadata
    }

    fileprivate func sample(
        _ sample: HealthSample,
        _ type: HealthType,
        _ source: SimulatedSource
    ) -> HKSample {
        let metadata = sample.isUserEntered ? [HKMetadataKeyWasUserEntered: true] : nil
        guard case .quantity(let unit, _) = type.kind else {
            return health.category(
                HKCategoryTypeIdentifier(rawValue: type.identifier),
                Int(sample.value),
                from: sample.start.asDate,
                to: sample.end.asDate,
                source: source,
                metadata: metadata
            )
        }
        return health.quantity(
            HKQuantityTypeIdentifier(rawValue: type.identifier),
            sample.value,
            HKUnit(from: unit.rawValue),
            from: sample.start.asDate,
            to: sample.end.asDate,
            source: source,
            metadata: metadata
        )
    }
}
