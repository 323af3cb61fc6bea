public import TrendyModel
import TrendyWire

/// Whose onboarding it is.
public enum OnboardingOwner: Sendable, Hashable {
    /// Somebody who has not signed in; whoever signs in next takes it over.
    case nobody
    /// An account.
    case account(EntityID)

    /// Whether it is an account's.
    var isSignedIn: Bool { self != .nobody }
}

/// Everybody's onboarding on this device, each under a key of their own, read without waiting.
///
/// One program writes it at a time. Signing out keeps it.
public struct OnboardingStatusCache: Sendable {
    /// What is stored of somebody.
    public enum Reading: Sendable, Equatable {
        /// Nothing: somebody who is new here.
        case missing
        /// A record.
        case record(OnboardingRecord)
        /// Something that this program cannot read now; somebody was here before.
        case unreadable

        /// The record, when there is one.
        var record: OnboardingRecord? {
            if case .record(let record) = self { record } else { nil }
        }
    }

    /// What a key starts with; the account's id or `nobody` follows.
    static let prefix = "onboarding_status_"
    /// What the keys of unreadable records that gave way start with.
    static let asidePrefix = "onboarding_aside_"
    /// The flag of programs before this one: somebody, it does not say who, is through.
    static let legacyFlag = "onboarding_complete"
    /// That flag, after a launch at which nobody was signed in.
    static let finishedHere = "onboarding_finished_here"
    /// Unreadable records of one owner that are kept.
    private static let maximumAside = 9

    private let store: any KeyValueStore

    /// A cache in a store.
    public init(_ store: any KeyValueStore) {
        self.store = store
    }

    /// What is stored of somebody.
    public func read(_ owner: OnboardingOwner) -> Reading {
        read(key: Self.key(owner))
    }

    private func read(key: String) -> Reading {
        do {
            guard let text = try store.text(for: key) else { return .missing }
            return .record(try OnboardingRecord(text: text))
        } catch {
            // Why does not matter here: what is there stays, and is moved aside before a write.
            return .unreadable
        }
    }

    /// Stores what is known of somebody; an unreadable record gives way, and is kept beside it.
    ///
    /// - Throws: ``KeyValueError``; what was there is unchanged then.
    public func write(_ record: OnboardingRecord, of owner: OnboardingOwner) throws {
        let key = Self.key(owner)
        if read(key: key) == .unreadable {
            try store.move(key, to: try freeAsideKey(of: owner))
        }
        try store.set(record.text, for: key)
    }

    /// Forgets somebody.
    ///
    /// - Throws: ``KeyValueError``.
    public func remove(_ owner: OnboardingOwner) throws {
        try store.set(nil, for: Self.key(owner))
    }

    /// Whether somebody got through on this device, as far as can be told: a record that cannot be
    /// read counts.
    public func operationFinished() -> Bool {
        guard let keys = try? store.keys() else { return true }  // somebody's may be among them
        if keys.contains(Self.finishedHere) || hasLegacyFlag { return true }
        return keys.contains { key in
            guard key.hasPrefix(Self.prefix), key != Self.key(.nobody) else { return false }
            switch read(key: key) {
            case .record(let record): return record.status.isCompleted
            case .unreadable: return true
            case .missing: return false
            }
        }
    }

    /// Whether a program before this one noted that its person is through.
    public var hasLegacyFlag: Bool {
        // One that cannot be read says nothing; it stays for the next launch.
        guard let flag = try? store.text(for: Self.legacyFlag) else { return false }
        return ["1", "true", "YES"].contains(flag)
    }

    /// Takes the flag of programs before this one over: it is the account's that is signed in when
    /// it is found, and otherwise says only that somebody was here.
    ///
    /// - Throws: ``KeyValueError``; the flag stays then.
    public func migrateLegacyFlag(to owner: OnboardingOwner) throws {
        guard hasLegacyFlag else { return }
        if !owner.isSignedIn {
            try store.set("1", for: Self.finishedHere)
        } else if read(owner) == .missing {
            var record = OnboardingRecord()
            record.make(OnboardingStatus.completion)
            try write(record, of: owner)
        }
        try store.set(nil, for: Self.legacyFlag)
    }

    private func freeAsideKey(of owner: OnboardingOwner) throws -> String {
        let taken = Set(try store.keys())
        let keys = (1...Self.maximumAside).map { "\(Self.asidePrefix)\($0)_\(Self.name(owner))" }
        // The oldest are the likeliest to be worth something, so the last gives way.
        return keys.first { !taken.contains($0) } ?? keys[Self.maximumAside - 1]
    }

    private static func name(_ owner: OnboardingOwner) -> String {
        switch owner {
        case .nobody: "nobody"
        case .account(let id): id.description
        }
    }

    static func key(_ owner: OnboardingOwner) -> String { prefix + name(owner) }
}
