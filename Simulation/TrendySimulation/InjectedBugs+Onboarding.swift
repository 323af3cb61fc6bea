import TrendyKit
import TrendyModel
import TrendySync
import TrendyWire

// Onboarding bugs that apps shipped.
extension InjectedBug {
    static var onboarding: [InjectedBug] {
        [
            make("shared-onboarding", "All accounts of a device share one onboarding record") {
                $0.keyValues = { base, _ in
                    BuggyKeyValues(base: base) { key in
                        key.hasPrefix("onboarding_status_") ? "onboarding_status_all" : key
                    }
                }
                $0.faults = {
                    $0.hasOnboarding = true
                    $0.accounts = 2
                    $0.accountSwitches = .seconds(12 * 3600)
                }
            },
            make("steps-in-memory", "An onboarding step is stored only in memory") {
                $0.keyValues = { base, _ in
                    BuggyKeyValues(base: base) {
                        $0
                    } keeps: {
                        $0.contains(#""completed":true"#)
                    }
                }
                $0.faults = {
                    $0.hasOnboarding = true
                    $0.kills = .seconds(2 * 3600)
                    $0.partitions = .seconds(4 * 3600)
                }
            },
            make("unsent-step-is-sent", "An onboarding step that could not be sent counts as sent")
            {
                $0.onboarding = { base, _ in OnboardingWithoutRetries(base: base) }
                $0.faults = {
                    $0.hasOnboarding = true
                    $0.restorations = nil
                    $0.lossBefore = 500
                }
            },
        ]
    }
}

/// A key-value store that stores some value under another key, or not at all.
private struct BuggyKeyValues: KeyValueStore {
    let base: any KeyValueStore
    let key: @Sendable (String) -> String
    var keeps: @Sendable (String) -> Bool = { _ in true }

    func text(for key: String) throws -> String? { try base.text(for: self.key(key)) }

    func set(_ text: String?, for key: String) throws {
        guard text.map(keeps) ?? true else { return }
        try base.set(text, for: self.key(key))
    }

    func move(_ key: String, to newKey: String) throws {
        try base.move(self.key(key), to: self.key(newKey))
    }

    func keys() throws -> [String] { try base.keys() }
}

/// Treats a failed request as an answer.
private struct OnboardingWithoutRetries: OnboardingTransport {
    let base: any OnboardingTransport

    func status() async throws -> OnboardingStatus { try await base.status() }

    func update(_ change: Document) async throws -> OnboardingStatus {
        do {
            return try await base.update(change)
        } catch let failure as SyncFailure where failure.code == .offline {
            return OnboardingStatus(document: change)
        }
    }

    func reset() async throws -> OnboardingStatus { try await base.reset() }
}
