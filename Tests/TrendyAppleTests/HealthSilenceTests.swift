import Foundation
import HealthKit
import SimulatedHealthKit
import Testing
import TrendyApple
import TrendyHealth
import TrendyModel
import TrendyStore

@Suite("A type of which nothing is left")
struct HealthSilenceTests {
    @Test("What may not be read any more once some deletions were told stays")
    func revokedDuringPass() {
        // Guards the deletion of some samples being taken for that of all.
        CapturingPhone.live { phone in
            let type = HKQuantityType(.stepCount)
            let old = phone.steps(70, at: phone.hour(-24 * 20))
            phone.health.add([
                old, phone.steps(100, at: phone.hour(-50)), phone.steps(50, at: phone.hour(-2)),
            ])
            try await phone.capture([.steps])

            phone.health.delete(uuids: [old.uuid])
            let revoking = phone.reading(
                RevisedSource(
                    base: phone.source,
                    told: { changes in
                        guard !changes.deleted.isEmpty else { return }
                        phone.health.setReadAuthorization(.denied, for: type)
                    }
                )
            )
            await #expect(throws: HealthSourceError.self) {
                try await revoking.capture([.steps], trigger: .signal)
            }
            let meanwhile = try await phone.values()
            phone.health.setReadAuthorization(.allowed, for: type)
            try await phone.capture([.steps], .launch)

            let left = ["2025-12-29": "100", "2025-12-31": "50"]
            #expect(meanwhile == left)
            let after = try await phone.values()
            #expect(after == left)
        }
    }

    @Test("What may be read again right after it was withheld stays")
    func allowedDuringPass() {
        CapturingPhone.live { phone in
            let type = HKQuantityType(.stepCount)
            phone.health.add([
                phone.steps(100, at: phone.hour(-50)), phone.steps(50, at: phone.hour(-2)),
            ])
            try await phone.capture([.steps])
            let before = try await phone.values()

            phone.health.setReadAuthorization(.denied, for: type)
            let allowing = phone.reading(
                RevisedSource(
                    base: phone.source,
                    asked: { phone.health.setReadAuthorization(.allowed, for: type) }
                )
            )
            await #expect(throws: HealthSourceError.self) {
                try await allowing.capture([.steps], trigger: .launch)
            }
            let meanwhile = try await phone.values()
            let again = try await phone.capture([.steps], .launch)

            #expect(before.count == 2 && meanwhile == before)
            #expect(again == .init())
        }
    }

    @Test(
        "What may not be read once it was told of is read when it may be again",
        arguments: [false, true]
    )
    func revokedBeforeReading(isForMoment: Bool) {
        // Guards the anchor going on past days that were read as if there were nothing.
        CapturingPhone.live { phone in
            let type = HKQuantityType(.stepCount)
            phone.health.add([phone.steps(50, at: phone.hour(-2))])
            try await phone.capture([.steps])

            phone.health.add([phone.steps(100, at: phone.hour(-24 * 30))])
            let revoking = phone.revoking(type, isForMoment: isForMoment)
            await #expect(throws: HealthSourceError.self) {
                try await revoking.capture([.steps], trigger: .signal)
            }
            if !isForMoment { try await phone.capture([.steps]) }
            let meanwhile = try await phone.values()
            phone.health.setReadAuthorization(.allowed, for: type)
            try await phone.capture([.steps])

            #expect(meanwhile == ["2025-12-31": "50"])
            let after = try await phone.values()
            #expect(after == ["2025-12-02": "100", "2025-12-31": "50"])
        }
    }

    @Test("A first import goes on where it was when it may read again")
    func revokedDuringImport() {
        CapturingPhone.live { phone in
            let type = HKQuantityType(.stepCount)
            phone.health.add([
                phone.steps(100, at: phone.hour(-24 * 30)), phone.steps(50, at: phone.hour(-2)),
            ])
            let revoking = phone.revoking(type)
            await #expect(throws: HealthSourceError.self) {
                try await revoking.capture([.steps], trigger: .launch)
            }
            await #expect(throws: HealthSourceError.self) { try await phone.capture([.steps]) }
            let failure = try await phone.store.healthState(category: "steps").failure
            phone.health.setReadAuthorization(.allowed, for: type)
            try await phone.capture([.steps])

            #expect(failure != nil)
            let after = try await phone.values()
            #expect(after == ["2025-12-02": "100", "2025-12-31": "50"])
            let left = try await phone.store.healthState(category: "steps")
            #expect(left.failure == nil && left.backfill.isEmpty)
        }
    }

    @Test("A first import ends without the type that may not be read any more, and finds it later")
    func oneTypeRevokedDuringImport() {
        // Guards the import of heart rates waiting for resting ones for ever.
        CapturingPhone.live { phone in
            let resting = HKQuantityType(.restingHeartRate)
            func reading(
                _ type: HKQuantityTypeIdentifier,
                _ value: Double
            ) -> HKQuantitySample {
                phone.health.quantity(
                    type,
                    value,
                    .count().unitDivided(by: .minute()),
                    from: phone.hour(-24 * 20),
                    source: phone.watch
                )
            }
            phone.health.add([reading(.heartRate, 80), reading(.restingHeartRate, 55)])
            let revoking = phone.revoking(resting)
            _ = try await revoking.capture([.heartRate], trigger: .launch)
            let meanwhile = try await phone.store.healthState(category: "heart_rate")
            phone.health.setReadAuthorization(.allowed, for: resting)
            let found = try await phone.capture([.heartRate], .periodic)

            #expect(meanwhile.failure == nil && meanwhile.backfill.isEmpty)
            #expect(found.updated == 1)
        }
    }

    @Test("A first import of what is deleted before it is read ends")
    func deletedDuringImport() {
        // Guards an import that waits for ever for what is there no more.
        CapturingPhone.live { phone in
            let type = HKQuantityType(.stepCount)
            let steps = phone.steps(100, at: phone.hour(-24 * 30))
            phone.health.add([steps])
            let revoking = phone.revoking(type)
            await #expect(throws: HealthSourceError.self) {
                try await revoking.capture([.steps], trigger: .launch)
            }
            phone.health.setReadAuthorization(.allowed, for: type)
            phone.health.delete(uuids: [steps.uuid])
            try await phone.capture([.steps])

            let left = try await phone.store.healthState(category: "steps")
            #expect(left.failure == nil && left.backfill.isEmpty)
        }
    }

    @Test("Once all of a type is deleted, deletions of another that were forgotten are found")
    func oneTypeDeleted() {
        CapturingPhone.live { phone in
            func reading(
                _ type: HKQuantityTypeIdentifier,
                _ value: Double,
                _ hour: Double
            ) -> HKQuantitySample {
                phone.health.quantity(
                    type,
                    value,
                    .count().unitDivided(by: .minute()),
                    from: phone.hour(hour),
                    source: phone.watch
                )
            }
            let resting = reading(.restingHeartRate, 52, -24 * 20)
            let recent = reading(.heartRate, 80, -2)
            phone.health.add([resting, recent])
            phone.health.add((1..<40).map { reading(.heartRate, 70, Double($0) * -24 - 2) })
            try await phone.capture([.heartRate])

            phone.health.delete(uuids: [resting.uuid])
            try await phone.capture([.heartRate])
            let types = try await phone.store.healthState(category: "heart_rate").types
            phone.health.delete(uuids: [recent.uuid])
            phone.health.expireDeletedObjects(before: phone.hour(1000))
            let launch = try await phone.capture([.heartRate], .launch)

            #expect(types == 1)
            #expect(launch.deleted == 1)
        }
    }
}

/// A source under which the person changes what may be read.
private struct RevisedSource: ForwardingHealthSource {
    let base: any HealthSource
    /// Called with changes before they are handed out.
    var told: @Sendable (HealthChanges) -> Void = { _ in }
    /// Called before it is looked whether there is anything of a type.
    var asked: @Sendable () -> Void = {}

    func changes(
        of category: HealthCategory,
        since anchor: [UInt8]?,
        limit: Int
    ) async throws -> HealthChanges {
        let changes = try await base.changes(of: category, since: anchor, limit: limit)
        told(changes)
        return changes
    }

    func hasSamples(of category: HealthCategory, type: Int) async throws -> Bool {
        asked()
        return try await base.hasSamples(of: category, type: type)
    }
}

extension CapturingPhone {
    /// A capture during which a type may not be read any more once it was told of.
    ///
    /// - `isForMoment`: whether it may be again before it is looked whether there is any of it.
    fileprivate func revoking(
        _ type: HKObjectType,
        isForMoment: Bool = false
    ) -> HealthCaptureCoordinator {
        reading(
            RevisedSource(
                base: source,
                told: { [health] _ in health.setReadAuthorization(.denied, for: type) },
                asked: { [health] in
                    if isForMoment { health.setReadAuthorization(.allowed, for: type) }
                }
            )
        )
    }

    /// A capture that reads another source.
    fileprivate func reading(_ source: any HealthSource) -> HealthCaptureCoordinator {
        HealthCaptureCoordinator(
            store: store,
            source: source,
            dependencies: dependencies,
            zones: { ZoneHistory(.gmt) }
        )
    }
}
