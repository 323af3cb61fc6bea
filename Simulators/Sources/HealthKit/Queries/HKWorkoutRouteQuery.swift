public import CoreLocation
import Foundation

/// A workout route query, which delivers locations in chunks.
public final class HKWorkoutRouteQuery: HKQuery, @unchecked Sendable {
    /// The largest number of locations in a chunk.
    private static let chunkSize = 100

    private let route: HKWorkoutRoute
    private let handler: @Sendable (HKWorkoutRouteQuery, [CLLocation]?, Bool, (any Error)?) -> Void

    /// A query for the locations of a route; the flag marks the last chunk.
    public init(
        route workoutRoute: HKWorkoutRoute,
        dataHandler:
            @escaping @Sendable (HKWorkoutRouteQuery, [CLLocation]?, Bool, (any Error)?) -> Void
    ) {
        route = workoutRoute
        handler = dataHandler
        let predicate = HKQuery.predicateForObject(with: workoutRoute.uuid)
        super.init(
            scopes: [QueryScope(HKSeriesType.workoutRoute(), predicate)],
            predicate: predicate
        )
    }

    override func start(in database: HealthDatabase, generation: Int) {
        let scopes = scopes
        database.noteRouteQuery()
        database.evaluate(self, generation: generation) { state in
            if let code = state.routeError { throw HKError(code, "The route cannot be read.") }
            return try state.samples(scopes).compactMap { ($0 as? HKWorkoutRoute)?.locations }
                .flatMap { $0 }
        } deliver: { [self] result in
            switch result {
            case .failure(let error): handler(self, nil, true, error)
            case .success(let locations):
                var start = 0
                repeat {
                    guard !isStopped else { return }
                    let end = min(start + Self.chunkSize, locations.count)
                    handler(self, Array(locations[start..<end]), end == locations.count, nil)
                    start = end
                } while start < locations.count
            }
        }
    }
}
