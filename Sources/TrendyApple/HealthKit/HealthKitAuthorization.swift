#if canImport(HealthKit)
public import HealthKit
public import TrendyHealth
import TrendyLocalization

/// Whether HealthKit may be read: it tells whether the person was asked, never what they answered.
public struct HealthKitAuthorization: HealthAuthorization {
    private let store: HKHealthStore

    /// The authorization of a store.
    public init(_ store: HKHealthStore) {
        self.store = store
    }

    /// Asks the person for the categories that they were not asked for yet.
    public func request(_ categories: [HealthCategory]) async throws {
        guard HKHealthStore.isHealthDataAvailable() else {
            throw HealthSourceError(
                .unavailable,
                Strings.Health.missing()
            )
        }
        do {
            try await store.requestAuthorization(toShare: [], read: types(of: categories))
        } catch {
            throw HealthSourceError(error)
        }
    }

    /// Whether the person would be asked now.
    public func status(of categories: [HealthCategory]) async -> HealthAuthorizationStatus {
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

    private func types(of categories: [HealthCategory]) -> Set<HKObjectType> {
        Set(categories.flatMap(\.sampleTypes))
    }
}
#endif
