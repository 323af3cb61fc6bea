import Foundation
import SimulatedHealthBehavior
import SimulatedPhone
import Synchronization

extension HealthState {
    /// Whether the authorization sheet would request something.
    func asksNothing(share: Set<String>, read: Set<String>) -> Bool {
        share.allSatisfy { (self.share[$0] ?? .notDetermined) != .notDetermined }
            && read.allSatisfy { (self.read[$0] ?? .notDetermined) != .notDetermined }
    }

    /// Applies the person's answer to the types that have not been requested before.
    mutating func decide(share: Set<String>, read: Set<String>) throws {
        guard !asksNothing(share: share, read: read) else { return }
        let canceled = HKError(.errorUserCanceled, "The sheet was closed.")
        for type in share where (self.share[type] ?? .notDetermined) == .notDetermined {
            switch decision {
            case .cancel, .ignore: throw canceled
            case .allowAll, .allowHistory: self.share[type] = .sharingAuthorized
            case .denyAll: self.share[type] = .sharingDenied
            case .allow(let allowed, _):
                self.share[type] = allowed.contains(type) ? .sharingAuthorized : .sharingDenied
            }
        }
        for type in read where (self.read[type] ?? .notDetermined) == .notDetermined {
            switch decision {
            case .cancel, .ignore: throw canceled
            case .allowAll: self.read[type] = .allowed
            case .allowHistory(let date): self.read[type] = .limited(from: date)
            case .denyAll: self.read[type] = .denied
            case .allow(_, let allowed):
                self.read[type] = allowed.contains(type) ? .allowed : .denied
            }
        }
    }
}

extension HealthDatabase {
    func requestAuthorization(
        generation: Int,
        share: Set<HKSampleType>,
        read: Set<HKObjectType>,
        reply: @escaping @Sendable (Result<Void, any Error>) -> Void
    ) {
        AuthorizationRules.check(share: share, read: read)
        let share = Set(share.map(\.identifier))
        let read = Set(read.map(\.identifier))
        let (asksNothing, decision, delay) = state.withLock { state in
            (
                state.asksNothing(share: share, read: read), state.decision,
                state.behavior.sheetDelay
            )
        }
        if !asksNothing, decision == .ignore { return }
        request(generation, after: asksNothing ? .zero : delay) { database in
            try database.checkAvailability()
            try database.state.withLock { try $0.decide(share: share, read: read) }
        } reply: { result in
            reply(result)
        }
    }

    func checkAvailability() throws {
        guard state.withLock(\.isAvailable) else {
            throw HKError(.errorHealthDataUnavailable, "This device has no health data.")
        }
    }

    func setBackgroundDelivery(
        generation: Int,
        for type: HKObjectType,
        frequency: HKUpdateFrequency,
        reply: @escaping @Sendable (Result<Void, any Error>) -> Void
    ) {
        request(generation) { database in
            try database.checkAvailability()
            try database.state.withLock { try $0.register(type, frequency) }
            database.planWake(type.identifier)
        } reply: { result in
            reply(result)
        }
    }

    func removeBackgroundDelivery(
        generation: Int,
        for type: HKObjectType?,
        reply: @escaping @Sendable (Result<Void, any Error>) -> Void
    ) {
        request(generation) { database in
            try database.state.withLock { state in
                try state.checkEntitlement()
                if let type {
                    state.registrations[type.identifier] = nil
                } else {
                    state.registrations = [:]
                }
            }
        } reply: { result in
            reply(result)
        }
    }
}

extension HealthState {
    func checkEntitlement() throws {
        guard hasEntitlement else {
            throw HKError(
                .errorAuthorizationDenied,
                "Missing com.apple.developer.healthkit.background-delivery entitlement."
            )
        }
    }

    mutating func register(_ type: HKObjectType, _ frequency: HKUpdateFrequency) throws {
        try checkEntitlement()
        guard type is HKSampleType, !(type is HKCorrelationType) else {
            throw HKError(
                .errorInvalidArgument,
                "\(type.identifier) does not support background delivery."
            )
        }
        var registration =
            registrations[type.identifier] ?? Registration(type: type, frequency: frequency)
        registration.frequency = frequency
        // The frequency limit may have changed: the next wake is rescheduled.
        registration.isScheduled = false
        registration.token = nextNumber()
        if behavior.reenablingClearsStrikes {
            registration.strikes = 0
            registration.isStopped = false
            registration.retryAt = nil
        }
        registrations[type.identifier] = registration
    }
}
