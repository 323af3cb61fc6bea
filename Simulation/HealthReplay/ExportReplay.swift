import Foundation
import HealthKit
import SimulatedHealthKit
package import SimulatedPhone
import TrendyHealth
import TrendyImport
import TrendyModel

/// Replays an Apple Health export on a simulated phone, in the order in which the original phone
/// received the samples.
///
/// Memory: about 150 bytes for each sample of a type that Trendy captures.
package final class ExportReplay: Sendable {
    /// The samples, in order of arrival.
    package let samples: [ArrivingSample]

    /// Reads an export, as `trendy import` does.
    ///
    /// - `path`: the zip file or the XML file.
    /// - `spoolDirectory`: the directory for temporary sample files.
    ///
    /// - Throws: `ImportError`.
    package init(path: String, spoolDirectory: String) throws {
        let read = try AppleHealthExport.arrivals(path: path, spoolDirectory: spoolDirectory)
        let sources = read.sources.map { source -> ArrivingSample.Source in
            switch source.kind {
            case .watch: .watch(source.name)
            case .phone: .phone(source.name)
            case .thirdParty: .app(source.name)
            }
        }
        samples = read.arrivals.map { ArrivingSample($0, sources) }
    }

    /// Adds all samples to a phone now, in order of arrival.
    package func deliverAll(to phone: Phone) {
        deliver(samples[...], to: phone, SampleMaker(phone.health))
    }

    /// Schedules all samples on a phone in virtual time.
    ///
    /// The first sample arrives now; the others keep their original distance from it.
    package func schedule(on phone: Phone) {
        deliverNext(from: 0, to: phone)
    }

    private func deliverNext(from first: Int, to phone: Phone) {
        guard first < samples.count else { return }
        let time = samples[first].arrival
        // Samples that arrived within one second are added together.
        let end = samples[first...].firstIndex { $0.arrival != time } ?? samples.count
        deliver(samples[first..<end], to: phone, SampleMaker(phone.health))
        guard end < samples.count else { return }
        phone.timeline.schedule(after: samples[end].arrival - time) { [self] in
            deliverNext(from: end, to: phone)
        }
    }

    private func deliver(_ part: ArraySlice<ArrivingSample>, to phone: Phone, _ maker: SampleMaker)
    {
        // Consecutive samples of the same workout, or of no workout, are added together.
        var rest = part
        while let first = rest.first {
            let end = rest.firstIndex { $0.workout != first.workout } ?? rest.endIndex
            phone.health.add(rest[..<end].map { maker.sample($0) }, toWorkout: first.workout)
            rest = rest[end...]
        }
    }
}

extension ArrivingSample {
    /// The workout that contains the sample.
    fileprivate var workout: UUID? {
        if case .route(_, let workout) = kind { workout } else { nil }
    }

    init(_ arrival: ExportArrival, _ sources: [Source]) {
        switch arrival.content {
        case .sample(let sample): self.init(sample, arrival, sources)
        case .workout(let workout): self.init(workout, arrival, sources)
        case .route(let points, let workout): self.init(points, ofWorkout: workout, arrival)
        }
    }

    private init(_ sample: HealthSample, _ arrival: ExportArrival, _ sources: [Source]) {
        let type = arrival.category.types[Int(sample.type)]
        let kind: Kind =
            if case .quantity(let unit, _) = type.kind {
                .quantity(type: type.identifier, unit: unit.rawValue)
            } else {
                .category(type: type.identifier)
            }
        self.init(
            kind: kind,
            source: sources[sample.source],
            start: sample.start,
            end: sample.end,
            value: sample.value,
            isUserEntered: sample.isUserEntered,
            arrival: arrival.time,
            id: Self.id(arrival.number)
        )
    }

    private init(_ workout: WorkoutSample, _ arrival: ExportArrival, _ sources: [Source]) {
        let measured = [
            workout.energyKilocalories.map {
                Measured(
                    type: "HKQuantityTypeIdentifierActiveEnergyBurned",
                    sum: $0,
                    unit: "kcal"
                )
            },
            workout.distanceMeters.map {
                Measured(
                    type: "HKQuantityTypeIdentifierDistanceWalkingRunning",
                    sum: $0,
                    unit: "m"
                )
            },
        ]
        self.init(
            kind: .workout(
                activity: workout.activity,
                measured: measured.compactMap(\.self),
                timeZone: workout.timeZone
            ),
            source: sources[workout.source],
            start: workout.start,
            end: workout.end,
            value: 0,
            isUserEntered: false,
            arrival: arrival.time,
            id: Self.id(arrival.number)
        )
    }

    private init(_ points: [RoutePoint], ofWorkout workout: Int, _ arrival: ExportArrival) {
        let times = points.compactMap(\.time)
        let start = times.first ?? arrival.time
        self.init(
            kind: .route(
                points.map { Location($0, assuming: start) },
                workout: Self.id(workout)
            ),
            source: .watch("Watch"),
            start: start,
            end: times.last ?? start,
            value: 0,
            isUserEntered: false,
            arrival: arrival.time,
            id: Self.id(arrival.number)
        )
    }

    /// The identifier for an index in an export.
    private static func id(_ number: Int) -> UUID {
        var words = (UInt64(0x5245_504C_4159).bigEndian, UInt64(number).bigEndian)
        return withUnsafeBytes(of: &words) { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
    }
}

extension ArrivingSample.Location {
    /// Converts a route point of a file.
    ///
    /// Missing values become the values with which HealthKit marks them as unknown.
    fileprivate init(_ point: RoutePoint, assuming time: Instant) {
        self.init(
            coordinate: point.coordinate,
            altitude: point.altitude ?? 0,
            horizontalAccuracy: point.horizontalAccuracy ?? 0,
            verticalAccuracy: point.verticalAccuracy ?? (point.altitude == nil ? -1 : 1),
            time: point.time ?? time
        )
    }
}
