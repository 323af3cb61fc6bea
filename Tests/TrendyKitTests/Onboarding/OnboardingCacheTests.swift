import Foundation
import Testing
import TrendyAppSupport
import TrendyKit
import TrendyModel
import TrendyWire

@Suite("Onboarding records on this device")
struct OnboardingCacheTests {
    private let ada = OnboardingOwner.account(OnboardingFixture.ada)
    private let bob = OnboardingOwner.account(OnboardingFixture.bob)
    private let key = "onboarding_status_\(OnboardingFixture.ada)"

    @Test("A record is read back as written, for its owner only")
    func owners() throws {
        let fixture = try OnboardingFixture()
        var record = OnboardingRecord([.welcome, .permission(.location)], isConfirmed: false)
        record.hasPostponedSignIn = true

        try fixture.cache.write(record, of: ada)

        #expect(fixture.cache.read(ada) == .record(record))
        #expect(record.unsent.count == 2)
        #expect(fixture.cache.read(bob) == .missing)
        #expect(fixture.cache.read(.anonymous) == .missing)
        try fixture.cache.write(OnboardingRecord(), of: .anonymous)
        try fixture.cache.remove(.anonymous)
        #expect(fixture.cache.read(.anonymous) == .missing)
        #expect(fixture.cache.read(ada) == .record(record))
    }

    @Test(
        "An unreadable record is distinguished from a missing one, and kept on a write",
        arguments: ["", "{", "[]", "{}", #"{"format":1}"#, #"{"format":2,"progress":[1]}"#]
    )
    func unreadable(text: String) throws {
        let fixture = try OnboardingFixture()
        try fixture.store.set(text, for: key)

        #expect(fixture.cache.read(ada) == .unreadable)
        #expect(try fixture.store.text(for: key) == text)
        try fixture.cache.write(OnboardingRecord([.welcome]), of: ada)
        try fixture.cache.write(OnboardingRecord([.welcome, .firstEventType]), of: ada)

        #expect(fixture.cache.read(ada) == .record(OnboardingRecord([.welcome, .firstEventType])))
        let aside = try fixture.store.text(for: "onboarding_aside_1_\(OnboardingFixture.ada)")
        #expect(aside == text)
    }

    @Test("A record that was moved aside is kept when it happens again")
    func again() throws {
        let fixture = try OnboardingFixture()
        for text in (1...12).map({ "damage \($0)" }) {
            try fixture.store.set(text, for: key)
            try fixture.cache.write(OnboardingRecord(), of: ada)
        }
        let aside = try fixture.store.keys().filter { $0.hasPrefix("onboarding_aside_") }
        #expect(aside.count == 9)
        let first = "onboarding_aside_1_\(OnboardingFixture.ada)"
        #expect(try fixture.store.text(for: first) == "damage 1")
    }

    @Test("An unreadable file, or one that is not text, still counts as present")
    func bytes() throws {
        let fixture = try OnboardingFixture()
        try fixture.store.set("x", for: key)
        let path = fixture.store.directory + "/" + key
        try Data([0xFF, 0xFE]).write(to: URL(fileURLWithPath: path))

        #expect(fixture.cache.read(ada) == .unreadable)
        #expect(throws: KeyValueError.self) { try fixture.store.text(for: key) }
        try fixture.cache.write(OnboardingRecord(), of: ada)
        let aside = fixture.store.directory + "/onboarding_aside_1_\(OnboardingFixture.ada)"
        #expect(try Data(contentsOf: URL(fileURLWithPath: aside)) == Data([0xFF, 0xFE]))
    }

    @Test("Fields that a later version added to a record are kept")
    func later() throws {
        let fixture = try OnboardingFixture()
        let text =
            #"{"format":1,"status":{"completed":true,"theme":"dark"},"unsent":[],"extra":[1.50]}"#
        try fixture.store.set(text, for: key)

        let record = fixture.launch(ada).record
        try fixture.cache.write(record, of: ada)

        let after = try #require(try fixture.store.text(for: key))
        #expect(record.status.isCompleted)
        #expect(after.contains(#""extra":[1.50]"#))
        #expect(after.contains(#""theme":"dark""#))
    }

    @Test("A failed write leaves the stored record unchanged")
    func failing() throws {
        let fixture = try OnboardingFixture()
        try fixture.cache.write(OnboardingRecord([.welcome]), of: ada)
        // A directory in place of the new file makes the write fail.
        let path = fixture.store.directory + "/\(key).new"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)

        #expect(throws: KeyValueError.self) { try fixture.cache.write(OnboardingRecord(), of: ada) }
        #expect(fixture.cache.read(ada) == .record(OnboardingRecord([.welcome])))
    }

    @Test("The legacy flag is assigned to the signed-in account, only once")
    func legacyFlag() throws {
        let fixture = try OnboardingFixture()
        try fixture.store.set("1", for: "onboarding_complete")
        let service = fixture.launch(ada)
        #expect(service.place == .finished)
        // Opening writes nothing, so a force-quit here changes nothing.
        #expect(try fixture.store.keys() == ["onboarding_complete"])

        try service.signedIn()

        #expect(fixture.launch(ada).place == .finished)
        #expect(fixture.launch(bob).place == .step(.welcome))
        #expect(try fixture.store.text(for: "onboarding_complete") == nil)
        #expect(fixture.launch(ada).record.unsent.contains(OnboardingStatus.completion))
    }

    @Test("While signed out, the legacy flag marks only the device as completed")
    func oldFlagOfNobody() throws {
        let fixture = try OnboardingFixture()
        try fixture.store.set("true", for: "onboarding_complete")

        try fixture.cache.migrateLegacyFlag(to: .anonymous)

        #expect(fixture.cache.wasCompletedOnDevice())
        #expect(try fixture.store.text(for: "onboarding_complete") == nil)
        #expect(fixture.launch(ada).place == .step(.welcome))
    }

    @Test("A false legacy flag counts as absent")
    func oldFlagUnset() throws {
        let fixture = try OnboardingFixture()
        try fixture.store.set("0", for: "onboarding_complete")
        #expect(fixture.launch(ada).place == .step(.welcome))
        #expect(!fixture.cache.wasCompletedOnDevice())
    }

    @Test("UserDefaults stores the same texts and returns legacy flags as text")
    func defaults() throws {
        let suite = "trendy-test-\(UUID().uuidString)"
        let defaults = try #require(UserDefaults(suiteName: suite))
        defer { defaults.removePersistentDomain(forName: suite) }
        let store = DefaultsKeyValueStore(suite: suite)
        let cache = OnboardingStatusCache(store)
        defaults.set(true, forKey: "onboarding_complete")
        defaults.set(Data([1]), forKey: key)

        #expect(cache.hasLegacyFlag)
        #expect(cache.read(ada) == .unreadable)
        try cache.write(OnboardingRecord([.welcome]), of: ada)

        #expect(cache.read(ada) == .record(OnboardingRecord([.welcome])))
        #expect(store.keys().contains("onboarding_aside_1_\(OnboardingFixture.ada)"))
        store.set(nil, for: key)
        #expect(cache.read(ada) == .missing)
    }
}
