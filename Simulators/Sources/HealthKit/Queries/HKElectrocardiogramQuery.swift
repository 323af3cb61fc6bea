/// A query for the voltages of an electrocardiogram.
@available(iOS 14.0, *)
public final class HKElectrocardiogramQuery: HKQuery, @unchecked Sendable {
    /// One call of a data handler.
    public enum Result: Sendable {
        /// A voltage.
        case measurement(HKElectrocardiogram.VoltageMeasurement)
        /// The end.
        case done
        /// An error; nothing follows.
        case error(any Error)
    }

    private let handler: @Sendable (HKElectrocardiogramQuery, Result) -> Void

    /// A query that delivers voltages one by one, and then `done`.
    public init(
        _ ecg: HKElectrocardiogram,
        dataHandler: @escaping @Sendable (HKElectrocardiogramQuery, Result) -> Void
    ) {
        handler = dataHandler
        let predicate = HKQuery.predicateForObject(with: ecg.uuid)
        super.init(
            scopes: [QueryScope(HKObjectType.electrocardiogramType(), predicate)],
            predicate: predicate
        )
    }

    /// A query that delivers voltages one by one, and then a call with the flag and no voltage.
    public convenience init(
        electrocardiogram: HKElectrocardiogram,
        dataHandler:
            @escaping @Sendable (
                HKElectrocardiogramQuery, HKElectrocardiogram.VoltageMeasurement?, Bool,
                (any Error)?
            ) -> Void
    ) {
        self.init(electrocardiogram) { query, result in
            switch result {
            case .measurement(let measurement): dataHandler(query, measurement, false, nil)
            case .done: dataHandler(query, nil, true, nil)
            case .error(let error): dataHandler(query, nil, true, error)
            }
        }
    }

    override func start(in database: HealthDatabase, generation: Int) {
        let scopes = scopes
        database.evaluate(self, generation: generation) { state in
            try state.samples(scopes).compactMap { $0 as? HKElectrocardiogram }
                .flatMap(\.measurements)
        } deliver: { [self] result in
            switch result {
            case .failure(let error): handler(self, .error(error))
            case .success(let measurements):
                for measurement in measurements where !isStopped {
                    handler(self, .measurement(measurement))
                }
                if !isStopped { handler(self, .done) }
            }
        }
    }
}
