#if canImport(HealthKit)
package import HealthKit
package import TrendyHealth

/// Requests read access to HealthKit, which reveals whether the person was asked, never the answer.
package struct HealthKitAuthorization: HealthAuthorization {
    private let store: HKHealthStore

    /// Creates an adapter over a store.
    package init(_ store: HKHealthStore) {
        self.store = store
    }

    /// Requests access to categories; the system prompts for types not requested yet.
    package func request(_ categories: [HealthMetric]) async throws {
        guard HKHealthStore.isHealthDataAvailable() else {
            throw HealthSourceError(.unavailable)
        }
        do {
            try await store.requestAuthorization(toShare: [], read: types(of: categories))
            guard #available(iOS 26, macOS 26, *), categories.contains(.medicationDose) else {
                return
            }
            try await store.requestPerObjectReadAuthorization(
                for: HKObjectType.userAnnotatedMedicationType(),
                predicate: nil
            )
        } catch {
            throw HealthSourceError(error)
        }
    }

    /// Whether a request would prompt the person now.
    package func status(of categories: [HealthMetric]) async -> HealthAuthorizationStatus {
        guard HKHealthStore.isHealthDataAvailable() else { return .unavailable }
        do {
            let status = try await store.statusForAuthorizationRequest(
                toShare: [],
                read: types(of: categories)
            )
            return switch status {
            case .shouldRequest: .notAsked
            case .unnecessary: .asked
            default: .unknown
            }
        } catch {
            return .unknown
        }
    }

    private func types(of categories: [HealthMetric]) -> Set<HKObjectType> {
        Set(categories.flatMap(\.authorizationTypes))
    }
}
#endif
