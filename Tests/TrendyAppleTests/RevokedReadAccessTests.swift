import Foundation
import HealthKit
import SimulatedHealthKit
import Testing
import TrendyApple
import TrendyHealth
import TrendyModel
import TrendyStore

@Suite("Types without any remaining samples")
struct RevokedReadAccessTests {
    @Test("Days stay when access is revoked after some deletions were reported")
    func revokedDuringPass() {
        // Regression: the deletion of some samples was taken for that of all.
        CapturingPhone.live { phone in
            let type = HKQuantityType(.stepCount)
            let old = phone.steps(70, at: phone.hour(-24 * 20))
            phone.health.add([
                old, phone.steps(100, at: phone.hour(-50)), phone.steps(50, at: phone.hour(-2)),
            ])
            try await phone.capture([.steps])

            phone.health.delete(uuids: [old.uuid])
            let revoking = phone.reading(
                AccessChangingSource(
                    base: phone.source,
                    onChanges: { changes in
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

    @Test("Days stay when access is revoked and granted again at once")
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
                AccessChangingSource(
                    base: phone.source,
                    onQuery: { phone.health.setReadAuthorization(.allowed, for: type) }
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
        "Samples reported before access was revoked are read when it is granted again",
        arguments: [false, true]
    )
    func revokedBeforeReading(isForMoment: Bool) {
        // Regression: the anchor moved past days that were read as empty.
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

    @Test("A first import resumes where it stopped when access is granted again")
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
            let failure = try await phone.store.read { try $0.health.state(category: "steps") }
                .failure
            phone.health.setReadAuthorization(.allowed, for: type)
            try await phone.capture([.steps])

            #expect(failure != nil)
            let after = try await phone.values()
            #expect(after == ["2025-12-02": "100", "2025-12-31": "50"])
            let left = try await phone.store.read { try $0.health.state(category: "steps") }
            #expect(left.failure == nil && left.backfill.isEmpty)
        }
    }

    @Test("A first import ends without a type whose access was revoked, and adds it later")
    func oneTypeRevokedDuringImport() {
        // Regression: the import of heart rates waited forever for resting heart rates.
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
            let meanwhile = try await phone.store.read {
                try $0.health.state(category: "heart_rate")
            }
            phone.health.setReadAuthorization(.allowed, for: resting)
            let found = try await phone.capture([.heartRate], .periodic)

            #expect(meanwhile.failure == nil && meanwhile.backfill.isEmpty)
            #expect(found.updated == 1)
        }
    }

    @Test("A first import of samples that are deleted before it reads them ends")
    func deletedDuringImport() {
        // Regression: the import waited forever for samples that no longer exist.
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

            let left = try await phone.store.read { try $0.health.state(category: "steps") }
            #expect(left.failure == nil && left.backfill.isEmpty)
        }
    }

    @Test("When all samples of one type are deleted, unreported deletions of another are found")
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
            let types = try await phone.store.read { try $0.health.state(category: "heart_rate") }
                .types
            phone.health.delete(uuids: [recent.uuid])
            phone.health.expireDeletedObjects(before: phone.hour(1000))
            let launch = try await phone.capture([.heartRate], .launch)

            #expect(types == 1)
            #expect(launch.deleted == 1)
        }
    }
}

/// A source during whose use the person changes access.
private struct AccessChangingSource: ForwardingHealthSource {
    let base: any HealthSource
    /// Called with changes before they are returned.
    var onChanges: @Sendable (HealthChanges) -> Void = { _ in }
    /// Called before the check for any samples of a type.
    var onQuery: @Sendable () -> Void = {}

    func changes(
        of category: HealthMetric,
        since anchor: [UInt8]?,
        limit: Int
    ) async throws -> HealthChanges {
        let changes = try await base.changes(of: category, since: anchor, limit: limit)
        onChanges(changes)
        return changes
    }

    func hasSamples(of category: HealthMetric, type: Int) async throws -> Bool {
        onQuery()
        return try await base.hasSamples(of: category, type: type)
    }
}

extension CapturingPhone {
    /// A capture during which access to a type is revoked after it was reported.
    ///
    /// - `isForMoment`: whether access is granted again before the check for samples.
    fileprivate func revoking(
        _ type: HKObjectType,
        isForMoment: Bool = false
    ) -> HealthCaptureCoordinator {
        reading(
            AccessChangingSource(
                base: source,
                onChanges: { [health] _ in health.setReadAuthorization(.denied, for: type) },
                onQuery: { [health] in
                    if isForMoment { health.setReadAuthorization(.allowed, for: type) }
                }
            )
        )
    }

    /// A capture from another source.
    fileprivate func reading(_ source: any HealthSource) -> HealthCaptureCoordinator {
        HealthCaptureCoordinator(
            store: store,
            source: source,
            dependencies: dependencies,
            zones: { ZoneHistory(.gmt) }
        )
    }
}
