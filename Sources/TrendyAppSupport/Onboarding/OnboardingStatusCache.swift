package import TrendyKit
package import TrendyModel
import TrendyWire

/// The owner of an onboarding record.
package enum OnboardingOwner: Sendable, Hashable {
    /// A person who has not signed in. The next account that signs in takes the record over.
    case anonymous
    /// An account.
    case account(EntityID)

    /// Whether the owner is an account.
    var isSignedIn: Bool { self != .anonymous }
}

/// The onboarding records of all owners on this device, each under its own key; read synchronously.
///
/// Only one process may write at a time. Signing out keeps the records.
package struct OnboardingStatusCache: Sendable {
    /// The result of reading a record.
    package enum Reading: Sendable, Equatable {
        /// No record is stored: the owner is new on this device.
        case missing
        /// A record.
        case record(OnboardingRecord)
        /// A record exists but cannot be read now.
        case unreadable

        /// The record, if one was read.
        var record: OnboardingRecord? {
            if case .record(let record) = self { record } else { nil }
        }
    }

    /// The prefix of record keys; the id of the account follows, or `nobody` without an account.
    static let prefix = "onboarding_status_"
    /// The prefix of the keys of unreadable records that were moved aside.
    static let asidePrefix = "onboarding_aside_"
    /// The flag of earlier versions: someone completed the onboarding, without saying which
    /// account.
    static let legacyFlag = "onboarding_complete"
    /// The key that replaces the flag after a launch while signed out.
    static let finishedHere = "onboarding_finished_here"
    /// The maximum number of unreadable records kept for one owner.
    private static let maximumAside = 9

    private let store: any KeyValueStore

    /// Creates a cache over a key-value store.
    package init(_ store: any KeyValueStore) {
        self.store = store
    }

    /// Reads the record of an owner.
    package func read(_ owner: OnboardingOwner) -> Reading {
        read(key: Self.key(owner))
    }

    private func read(key: String) -> Reading {
        do {
            guard let text = try store.text(for: key) else { return .missing }
            return .record(try OnboardingRecord(text: text))
        } catch {
            // The reason does not matter: the stored value stays, and is moved aside before a
            // write.
            return .unreadable
        }
    }

    /// Stores the record of an owner.
    ///
    /// An unreadable record is moved aside first.
    ///
    /// - Throws: ``KeyValueError``; the stored value is unchanged then.
    package func write(_ record: OnboardingRecord, of owner: OnboardingOwner) throws {
        let key = Self.key(owner)
        if read(key: key) == .unreadable {
            try store.move(key, to: try freeAsideKey(of: owner))
        }
        try store.set(record.text, for: key)
    }

    /// Removes the record of an owner.
    ///
    /// - Throws: ``KeyValueError``.
    package func remove(_ owner: OnboardingOwner) throws {
        try store.set(nil, for: Self.key(owner))
    }

    /// Whether anyone completed the onboarding on this device.
    ///
    /// An unreadable record counts as completed.
    package func wasCompletedOnDevice() -> Bool {
        guard let keys = try? store.keys() else { return true }  // one may be completed
        if keys.contains(Self.finishedHere) || hasLegacyFlag { return true }
        return keys.contains { key in
            guard key.hasPrefix(Self.prefix), key != Self.key(.anonymous) else { return false }
            switch read(key: key) {
            case .record(let record): return record.status.isCompleted
            case .unreadable: return true
            case .missing: return false
            }
        }
    }

    /// Whether an earlier version stored its completion flag.
    package var hasLegacyFlag: Bool {
        // An unreadable flag counts as absent; it stays for the next launch.
        guard let flag = try? store.text(for: Self.legacyFlag) else { return false }
        return ["1", "true", "YES"].contains(flag)
    }

    /// Migrates the completion flag of earlier versions.
    ///
    /// With an account, the account counts as completed; while signed out, only the device does.
    ///
    /// - Throws: ``KeyValueError``; the flag stays then.
    package func migrateLegacyFlag(to owner: OnboardingOwner) throws {
        guard hasLegacyFlag else { return }
        if !owner.isSignedIn {
            try store.set("1", for: Self.finishedHere)
        } else if read(owner) == .missing {
            var record = OnboardingRecord()
            record.apply(OnboardingStatus.completion)
            try write(record, of: owner)
        }
        try store.set(nil, for: Self.legacyFlag)
    }

    private func freeAsideKey(of owner: OnboardingOwner) throws -> String {
        let taken = Set(try store.keys())
        let keys = (1...Self.maximumAside).map { "\(Self.asidePrefix)\($0)_\(Self.name(owner))" }
        // Earlier records are more likely to be valuable, so the last one is overwritten.
        return keys.first { !taken.contains($0) } ?? keys[Self.maximumAside - 1]
    }

    private static func name(_ owner: OnboardingOwner) -> String {
        switch owner {
        case .anonymous: "nobody"
        case .account(let id): id.description
        }
    }

    static func key(_ owner: OnboardingOwner) -> String { prefix + name(owner) }
}
