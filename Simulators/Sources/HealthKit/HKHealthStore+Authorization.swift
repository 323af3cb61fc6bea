public import Foundation
import SimulatedPhone

extension HKHealthStore {
    /// Requests authorization.
    ///
    /// Success means that the person answered, whatever the answer.
    public func requestAuthorization(
        toShare typesToShare: Set<HKSampleType>?,
        read typesToRead: Set<HKObjectType>?,
        completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        database.requestAuthorization(
            generation: generation,
            share: typesToShare ?? [],
            read: typesToRead ?? []
        ) { result in
            completion(result.isSuccess, result.failure)
        }
    }

    /// Requests authorization.
    ///
    /// Returning without an error means that the person answered, whatever the answer.
    public func requestAuthorization(
        toShare typesToShare: Set<HKSampleType>,
        read typesToRead: Set<HKObjectType>
    ) async throws {
        try await reply {
            database.requestAuthorization(
                generation: generation,
                share: typesToShare,
                read: typesToRead,
                reply: $0
            )
        }
    }

    /// Requests authorization to read objects that the person chooses one by one.
    ///
    /// The sheet appears at each request.
    @available(iOS 16.0, *)
    public func requestPerObjectReadAuthorization(
        for objectType: HKObjectType,
        predicate: NSPredicate?,
        completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        requestPerObject(objectType) { completion($0.isSuccess, $0.failure) }
    }

    /// Requests authorization to read objects that the person chooses one by one.
    ///
    /// The sheet appears at each request.
    @available(iOS 16.0, *)
    public func requestPerObjectReadAuthorization(
        for objectType: HKObjectType,
        predicate: NSPredicate?
    ) async throws {
        try await reply { requestPerObject(objectType, $0) }
    }

    private func requestPerObject(
        _ type: HKObjectType,
        _ reply: @escaping @Sendable (Result<Void, any Error>) -> Void
    ) {
        precondition(
            type.requiresPerObjectAuthorization(),
            "\(type.identifier) does not require authorization for each object."
        )
        database.requestMedications(generation: generation, reply: reply)
    }

    /// Determines whether a request would show the authorization sheet.
    public func getRequestStatusForAuthorization(
        toShare typesToShare: Set<HKSampleType>,
        read typesToRead: Set<HKObjectType>,
        completion: @escaping @Sendable (HKAuthorizationRequestStatus, (any Error)?) -> Void
    ) {
        requestStatus(typesToShare, typesToRead) { result in
            switch result {
            case .success(let status): completion(status, nil)
            case .failure(let error): completion(.unknown, error)
            }
        }
    }

    /// Whether a request would show the authorization sheet.
    public func statusForAuthorizationRequest(
        toShare typesToShare: Set<HKSampleType>,
        read typesToRead: Set<HKObjectType>
    ) async throws -> HKAuthorizationRequestStatus {
        try await reply { requestStatus(typesToShare, typesToRead, $0) }
    }

    private func requestStatus(
        _ share: Set<HKSampleType>,
        _ read: Set<HKObjectType>,
        _ reply: @escaping @Sendable (Result<HKAuthorizationRequestStatus, any Error>) -> Void
    ) {
        let share = Set(share.map(\.identifier))
        let read = Set(read.map(\.identifier))
        database.request(generation) { database in
            try database.checkAvailability()
            return database.asksNothing(share: share, read: read) ? .unnecessary : .shouldRequest
        } reply: { result in
            reply(result)
        }
    }

    /// Determines the earliest readable dates of types.
    ///
    /// A type without such a limit is absent, which reveals nothing about its read authorization.
    public func getEarliestAuthorizedSampleDate(
        for types: Set<HKSampleType>,
        completion: @escaping @Sendable ([HKSampleType: Date]?, (any Error)?) -> Void
    ) {
        earliestDates(types) { result in
            switch result {
            case .success(let dates): completion(dates, nil)
            case .failure(let error): completion(nil, error)
            }
        }
    }

    /// The earliest readable dates, for the types that have such a limit.
    public func earliestAuthorizedSampleDate(
        for types: Set<HKSampleType>
    ) async throws -> [HKSampleType: Date] {
        try await reply { earliestDates(types, $0) }
    }

    private func earliestDates(
        _ types: Set<HKSampleType>,
        _ reply: @escaping @Sendable (Result<[HKSampleType: Date], any Error>) -> Void
    ) {
        database.request(generation) { database in
            try database.checkAvailability()
            return database.boundaries(of: types)
        } reply: { result in
            reply(result)
        }
    }
}

extension Result {
    var isSuccess: Bool {
        if case .success = self { true } else { false }
    }

    var failure: Failure? {
        if case .failure(let error) = self { error } else { nil }
    }
}
