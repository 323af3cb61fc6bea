package import TrendyImport
package import TrendyKit
package import TrendyModel
package import TrendyPlaces
import TrendyStore

/// Imports a GPX track: its stays at the person's places become visits.
///
/// A visit that is recorded already stays as it is, so importing again adds nothing, and importing
/// again after adding a place adds that place's visits.
package struct TrackImport: Sendable {
    /// What an import did.
    package struct Result: Sendable {
        /// The points of the track by outcome.
        package var counts: FixSequence.Counts
        /// The number of new visits.
        package var recorded = 0
        /// The number of stays whose visits were recorded before.
        package var existing = 0
        /// The number of stays in the future, which are left out: the recorder's clock was wrong.
        package var future = 0
        /// Suggested places for stays outside the person's places, the longest total first.
        package var suggestions: [SuggestedPlace] = []
    }

    private let path: String
    private let dependencies: Dependencies

    /// Creates an import of a file.
    package init(path: String, dependencies: Dependencies) {
        self.path = path
        self.dependencies = dependencies
    }

    /// Reads the track and records the visits.
    ///
    /// - Parameters:
    ///   - engine: the engine of the device.
    ///   - progress: receives the progress.
    /// - Returns: what was recorded.
    /// - Throws: `ImportError` when the track cannot be read, errors of the store, and
    ///   `CancellationError`; visits that were recorded until then stay.
    package func run(
        into engine: TrendyEngine,
        progress: @Sendable (FileImportProgress) -> Void = { _ in }
    ) async throws -> Result {
        let track = try FixSequence(paths: [path])
        try Task.checkCancellation()
        let finder = StayPointDetector()
        let stays = finder.stays(in: track.fixes)
        let places = try await GeofenceRepository(engine.store).all()
        var result = Result(counts: track.counts)
        var elsewhere: [Stay] = []
        for (index, stay) in stays.enumerated() {
            try Task.checkCancellation()
            progress(.reading(done: Int64(index), total: Int64(stays.count)))
            guard let place = Self.place(of: stay, in: places) else {
                elsewhere.append(stay)
                continue
            }
            guard stay.end <= dependencies.wallClock.now() else {
                result.future += 1
                continue
            }
            let receipt = try await engine.recordGeofenceEvent(
                ManualVisit(place, from: stay.start, until: stay.end)
            )
            if receipt.isNew { result.recorded += 1 } else { result.existing += 1 }
        }
        result.suggestions = finder.places(of: elsewhere, in: track.fixes)
        return result
    }

    /// The smallest place that contains the centre of a stay; `nil` for none.
    private static func place(
        of stay: Stay,
        in places: [(id: EntityID, fields: Geofence)]
    ) -> EntityID? {
        places.filter { place in
            let center = Coordinate(
                latitude: place.fields.latitude,
                longitude: place.fields.longitude
            )
            guard let center else { return false }
            return center.distance(to: stay.center) <= place.fields.radiusMeters
        }.min { $0.fields.radiusMeters < $1.fields.radiusMeters }?.id
    }
}
