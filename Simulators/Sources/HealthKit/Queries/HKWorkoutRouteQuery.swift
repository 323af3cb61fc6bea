public import CoreLocation
import Foundation

/// Where a route went, in pieces.
public final class HKWorkoutRouteQuery: HKQuery, @unchecked Sendable {
    /// Locations in one piece at most.
    private static let pieceSize = 100

    private let route: HKWorkoutRoute
    private let handler: @Sendable (HKWorkoutRouteQuery, [CLLocation]?, Bool, (any Error)?) -> Void

    /// The locations of a route; the flag says whether a piece is the last.
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
            if let code = state.routeTrouble { throw HKError(code, "The route cannot be read.") }
            return try state.samples(scopes).compactMap { ($0 as? HKWorkoutRoute)?.locations }
                .flatMap { $0 }
        } deliver: { [self] result in
            switch result {
            case .failure(let error): handler(self, nil, true, error)
            case .success(let locations):
                var start = 0
                repeat {
                    guard !isStopped else { return }
                    let end = min(start + Self.pieceSize, locations.count)
                    handler(self, Array(locations[start..<end]), end == locations.count, nil)
                    start = end
                } while start < locations.count
            }
        }
    }
}
