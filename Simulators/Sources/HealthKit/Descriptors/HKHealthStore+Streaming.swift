import SimulatedPhone

extension HKHealthStore {
    /// What a query hands out, as a sequence: it is stopped when nobody listens any more, and ends
    /// with an error, or with `CancellationError` when the process does.
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

    /// Values that are all there at once, as a sequence.
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
