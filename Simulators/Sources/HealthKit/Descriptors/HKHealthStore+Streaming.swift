import SimulatedPhone

extension HKHealthStore {
    /// Converts a query's results into a sequence.
    ///
    /// The query stops when the consumer ends; the sequence ends with the query's error, or with
    /// `CancellationError` when the process ends.
    func stream<Element: Sendable>(
        _ make: (@escaping @Sendable (Element?, (any Error)?) -> Void) -> HKQuery
    ) -> AsyncThrowingStream<Element, any Error> {
        let (stream, continuation) = AsyncThrowingStream<Element, any Error>.makeStream()
        let query = make { element, error in
            if let element { continuation.yield(element) }
            if let error { continuation.finish(throwing: error) }
        }
        guard
            let number = database.keep(
                { continuation.finish(throwing: CancellationError()) },
                generation: generation
            )
        else {
            continuation.finish(throwing: CancellationError())
            return stream
        }
        continuation.onTermination = { [database] _ in
            database.forget(number)
            database.stop(query)
        }
        execute(query)
        return stream
    }

    /// Converts values that exist already into a sequence.
    func stream<Element: Sendable>(
        of make: (@escaping @Sendable (Result<[Element], any Error>) -> Void) -> HKQuery
    ) -> AsyncThrowingStream<Element, any Error> {
        let (stream, continuation) = AsyncThrowingStream<Element, any Error>.makeStream()
        let query = make { result in
            switch result {
            case .success(let elements):
                for element in elements { continuation.yield(element) }
                continuation.finish()
            case .failure(let error): continuation.finish(throwing: error)
            }
        }
        guard
            let number = database.keep(
                { continuation.finish(throwing: CancellationError()) },
                generation: generation
            )
        else {
            continuation.finish(throwing: CancellationError())
            return stream
        }
        continuation.onTermination = { [database] _ in
            database.forget(number)
            database.stop(query)
        }
        execute(query)
        return stream
    }
}
