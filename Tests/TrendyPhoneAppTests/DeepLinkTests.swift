import Foundation
import Testing

@testable import TrendyPhoneApp

@Suite("Deep links")
struct DeepLinkTests {
    @Test(
        "A link names a tab, or a screen in it",
        arguments: [
            ("trendy://settings", DeepLink.tab(.settings)),
            ("trendy://settings/", .tab(.settings)),
            ("trendy://today", .tab(.today)),
            ("trendy://timeline/types", .screen(.eventTypes, in: .timeline)),
            ("trendy://places", .tab(.places)),
            ("trendy://settings/sync", .screen(.sync, in: .settings)),
            ("trendy://settings/sync/failed", .screen(.failedChanges, in: .settings)),
            ("trendy://settings/sync/conflicts", .screen(.conflicts, in: .settings)),
            ("trendy://settings/health", .screen(.health, in: .settings)),
            ("TRENDY://Settings/Account?from=mail#top", .screen(.account, in: .settings)),
        ]
    )
    func known(text: String, link: DeepLink) throws {
        #expect(DeepLink(try #require(URL(string: text))) == link)
    }

    @Test(
        "A link to a screen that the app does not have is not opened",
        arguments: [
            "https://settings", "trendy:settings", "trendy://", "trendy://nowhere",
            "trendy://settings/nowhere", "trendy://settings/account/more",
        ]
    )
    func unknown(text: String) throws {
        #expect(DeepLink(try #require(URL(string: text))) == nil)
    }

    @Test("An opened link replaces the pushed screens of its tab and closes the sheet")
    @MainActor
    func opening() throws {
        let router = MainRouter()
        router.push(.account)
        router.push(.account)
        router.sheet = .gallery

        let isKnown = router.open(try #require(URL(string: "trendy://settings/account")))

        #expect(isKnown)
        #expect(router.tab == .settings)
        #expect(router[path: .settings] == [.account])
        #expect(router.sheet == nil)
    }

    @Test("An unknown link changes nothing")
    @MainActor
    func ignoring() throws {
        let router = MainRouter()
        router.push(.account)

        #expect(!router.open(try #require(URL(string: "trendy://nowhere"))))
        #expect(router[path: .first] == [.account])
    }
}
