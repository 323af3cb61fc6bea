import Foundation
import Testing
import TrendyKit
import TrendyModel
import TrendyWire

@Suite("Who uses a device, without waiting")
struct ProfileTests {
    @Test("What was written last is told at once, by this profile and by the next launch's")
    func synchronous() async throws {
        let fixture = try OnboardingFixture()
        let profile = try fixture.profile()
        #expect(profile.signedIn == nil)
        #expect(profile.account == nil)

        try await profile.signIn(
            OnboardingFixture.session(OnboardingFixture.ada),
            server: "http://trendy.example",
            dependencies: fixture.dependencies
        )
        #expect(profile.signedIn == OnboardingFixture.ada)
        // One id for the session, the onboarding and the database.
        #expect(profile.databasePath.hasSuffix("/\(OnboardingFixture.ada).sqlite"))
        #expect(try fixture.profile().file == profile.file)

        try await profile.signOut()
        #expect(profile.signedIn == nil)
        #expect(profile.account?.id == OnboardingFixture.ada.description)
        #expect(try fixture.profile().file == profile.file)
    }

    @Test("What could not be written is not told either")
    func failing() async throws {
        let fixture = try OnboardingFixture()
        try await fixture.signIn()
        let profile = try fixture.profile()
        // A directory in the place of the new file: nobody can write there.
        try FileManager.default.createDirectory(
            atPath: fixture.directory + "/profile.json.new",
            withIntermediateDirectories: false
        )

        await #expect(throws: ProfileError.self) { try await profile.signOut() }

        #expect(profile.signedIn == OnboardingFixture.ada)
        #expect(try fixture.profile().signedIn == OnboardingFixture.ada)
    }
}
