import HTTPTypes
import Testing
import TrendyKit
import TrendyModel
import TrendyServer
import TrendySync

@testable import TrendyWeb

@Suite("Signing in to the pages of a server")
struct ServerSignInTests {
    @Test("A person signs up, sees the pages, signs out and in again")
    func roundTrip() async throws {
        try await RunningSite.run { site in
            let browser = try site.browser()
            #expect(try await browser.get("/").location == "/sign-in")
            #expect(try await browser.get("/map?x=1").location == "/sign-in?to=%2Fmap%3Fx%3D1")

            let signedUp = try await browser.fill(
                "/sign-up?to=%2Fmap",
                ["email": "ada@example.org", "password": RunningSite.password]
            )
            #expect(signedUp.status == .seeOther && signedUp.location == "/map")
            let cookie = try #require(
                signedUp.headers[values: .setCookie].first { $0.hasPrefix("__Host-trendy=") }
            )
            for flag in ["Secure", "HttpOnly", "SameSite=Strict", "Path=/"] {
                #expect(cookie.contains("; \(flag)"))
            }
            #expect(!cookie.contains("Domain"))
            let page = try await browser.get("/")
            #expect(page.status == .ok && page.text.contains("</nav>"))
            #expect(page.headers[.cacheControl] == "no-store")
            #expect(page.headers[.init("X-Frame-Options")!] == "DENY")

            let signedOut = try await browser.fill("/account", [:])
            #expect(signedOut.location == "/sign-in")
            #expect(try await browser.get("/").location == "/sign-in")
            let signedIn = try await browser.fill(
                "/sign-in",
                ["email": "ada@example.org", "password": RunningSite.password]
            )
            #expect(signedIn.location == "/")
            #expect(try await browser.get("/").status == .ok)
        }
    }

    @Test("The API stays where it is, and takes no cookie of a browser")
    func api() async throws {
        try await RunningSite.run { site in
            let browser = try await site.signedUp("ada@example.org")

            #expect(try await browser.get("/health").text == "{\"ok\":true}")
            let changes = try await browser.get("/api/v1/changes")
            #expect(changes.status == .unauthorized)
            #expect(changes.headers[.contentType] == "application/problem+json")
            let token = try #require(browser.cookies["__Host-trendy"])
            let bearer = try await browser.get(
                "/api/v1/changes",
                headers: [.authorization: "Bearer \(token)"]
            )
            #expect(bearer.status == .unauthorized)
            let refresh = try await browser.open(
                .post,
                "/auth/v1/token?grant_type=refresh_token",
                body: Array("{\"refresh_token\":\"\(token)\"}".utf8)
            )
            #expect(refresh.head.status == .unauthorized)
        }
    }

    @Test("After the sign-in a browser is sent to pages of this site only")
    func openRedirect() async throws {
        try await RunningSite.run { site in
            _ = try await site.signedUp("ada@example.org")
            for target in ["//evil.example", "https://evil.example", "/%5Cevil.example", "\\evil"] {
                let browser = try site.browser()
                let page = try await browser.get("/sign-in")
                let token = try #require(
                    page.text.firstMatch(of: /name="csrf" value="([^"]+)"/)?.output.1
                )
                let answer = try await browser.post(
                    "/sign-in",
                    [
                        "csrf": String(token), "to": target, "email": "ada@example.org",
                        "password": RunningSite.password,
                    ]
                )
                let location = try #require(answer.location)
                #expect(location.hasPrefix("/") && !location.hasPrefix("//"), "\(target)")
                #expect(!location.contains("\\"), "\(target)")
                let signedIn = try await browser.get("/sign-in?to=\(target)")
                #expect(signedIn.location?.hasPrefix("//") == false, "\(target)")
                #expect(signedIn.location?.hasPrefix("/") == true, "\(target)")
            }
        }
    }

    @Test("Another site cannot sign a browser in, and a browser without cookies gets the reason")
    func foreignForms() async throws {
        try await RunningSite.run { site in
            _ = try await site.signedUp("eve@example.org")
            let values = ["email": "eve@example.org", "password": RunningSite.password]
            let browser = try site.browser()

            let bare = try await browser.post("/sign-in", values)
            #expect(bare.status == .badRequest && bare.text.contains("cannot sign in here"))
            _ = try await browser.get("/sign-in")
            let guessed = try await browser.post(
                "/sign-in",
                values.merging(["csrf": "x"]) { $1 }
            )
            #expect(guessed.status == .forbidden)
            // The token of another browser's form.
            let other = try await site.browser().get("/sign-in")
            let token = try #require(
                other.text.firstMatch(of: /name="csrf" value="([^"]+)"/)?.output.1
            )
            let stolen = try await browser.post(
                "/sign-in",
                values.merging(["csrf": String(token)]) { $1 }
            )
            #expect(stolen.status == .forbidden)
            let page = try await browser.get("/sign-in")
            let own = try #require(
                page.text.firstMatch(of: /name="csrf" value="([^"]+)"/)?.output.1
            )
            for headers: HTTPFields in [
                [.origin: "https://evil.example"], [.init("Sec-Fetch-Site")!: "cross-site"],
            ] {
                let foreign = try await browser.post(
                    "/sign-in",
                    values.merging(["csrf": String(own)]) { $1 },
                    headers: headers
                )
                #expect(foreign.status == .forbidden)
            }
            #expect(browser.cookies["__Host-trendy"] == nil)
        }
    }

    @Test("A session that a browser had before the sign-in is not the one after it")
    func fixation() async throws {
        try await RunningSite.run { site in
            let attacker = try await site.signedUp("eve@example.org")
            let planted = try #require(attacker.cookies["__Host-trendy"])
            _ = try await site.signedUp("ada@example.org")
            let victim = try site.browser()
            _ = try await victim.get("/sign-in")
            let form = try await victim.get("/sign-in")
            let token = try #require(
                form.text.firstMatch(of: /name="csrf" value="([^"]+)"/)?.output.1
            )
            victim.cookies["__Host-trendy"] = planted

            let answer = try await victim.post(
                "/sign-in",
                [
                    "csrf": String(token), "email": "ada@example.org",
                    "password": RunningSite.password,
                ]
            )

            #expect(answer.status == .seeOther)
            #expect(victim.cookies["__Host-trendy"] != planted)
            #expect(try await attacker.get("/").location == "/sign-in")
        }
    }

    @Test("A link of another site opens the page of a browser that is signed in")
    func linkOfOtherSite() async throws {
        try await RunningSite.run { site in
            let browser = try await site.signedUp("ada@example.org")
            let field = try #require(HTTPField.Name("Sec-Fetch-Site"))
            let cookies = browser.cookies
            // Browsers keep back a strict cookie.
            browser.cookies = [:]
            let first = try await browser.get("/map?x=1", headers: [field: "cross-site"])
            browser.cookies = cookies
            let refresh = try #require(HTTPField.Name("Refresh"))
            #expect(first.status == .ok)
            #expect(first.headers[refresh] == "0; url=/map?x=1")
            #expect(first.text.contains("href=\"/map?x=1\""))
            #expect(!first.text.contains("ada@example.org"))

            let second = try await browser.get("/map?x=1", headers: [field: "same-origin"])
            #expect(second.status == .ok && second.headers[refresh] == nil)
        }
    }

    @Test("Wrong passwords are limited as those of the API are")
    func limits() async throws {
        // The delays of the limits would end during slow attempts.
        var dependencies = Dependencies.live()
        dependencies.wallClock = StoppedClock()
        try await RunningSite.run(dependencies: dependencies) { site in
            _ = try await site.signedUp("ada@example.org")
            let browser = try site.browser()
            var statuses: [Int] = []
            for _ in 0..<7 {
                let answer = try await browser.fill(
                    "/sign-in",
                    ["email": "ada@example.org", "password": "wrong password"]
                )
                statuses.append(answer.status.code)
            }
            #expect(statuses.prefix(5).allSatisfy { $0 == 401 })
            #expect(statuses.last == 429)
        }
    }

    @Test("Signing up needs an invite where the server asks for one")
    func invites() async throws {
        try await RunningSite.run(signUp: .invite) { site in
            let browser = try site.browser()
            let values = ["email": "ada@example.org", "password": RunningSite.password]
            #expect(try await browser.get("/sign-up").text.contains("name=\"invite\""))
            let refused = try await browser.fill(
                "/sign-up",
                values.merging(["invite": "nothing"]) { $1 }
            )
            #expect(refused.status == .forbidden)

            let invite = Invite(random: site.parts.dependencies.random)
            let now = site.parts.dependencies.wallClock.now()
            try await site.parts.store.addInvite(
                hash: Invite.hash(of: invite.code),
                uses: 1,
                now: now,
                expiresAt: now + .seconds(60)
            )
            let accepted = try await browser.fill(
                "/sign-up",
                values.merging(["invite": invite.code]) { $1 }
            )
            #expect(accepted.status == .seeOther)
        }
        try await RunningSite.run(signUp: .closed) { site in
            let browser = try site.browser()
            #expect(try await browser.get("/sign-up").status == .forbidden)
            let page = try await browser.get("/sign-in")
            #expect(!page.text.contains("/sign-up"))
        }
    }
}
