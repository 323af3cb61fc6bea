import HTTPTypes
import Synchronization
import Testing
import TrendyModel

@testable import TrendyWeb

@Suite("The pages of the account and of administrators")
struct AccountPageTests {
    private let double = AccountDouble()

    private func site(isAdministrator: Bool = false) throws -> Site {
        try Site { [double] viewer in
            viewer.place = .server
            viewer.account = double
            viewer.administration = isAdministrator ? double : nil
        }
    }

    @Test("A device's pages name its account, or say how to sign in")
    func device() async throws {
        let signedIn = try await Site().get("/account")
        #expect(signedIn.words.contains("ada@example.org"))
        #expect(!signedIn.words.contains("trendy login"))

        let local = try await Site { $0.email = nil }.get("/account")
        #expect(local.words.contains("Not signed in"))
        #expect(local.words.contains("trendy login --server"))
        #expect(local.words.contains("stored on this device"))
    }

    @Test("Pages of an account do not exist on a device, nor those of administrators for others")
    func hidden() async throws {
        let device = try Site()
        for path in ["/account/export", "/account/delete", "/admin", "/admin/users/u1/disable"] {
            #expect(try await device.get(path).status == .notFound, "\(path)")
        }
        for path in ["/account/sign-out", "/account/password", "/account/delete"] {
            #expect(
                try await device.post(path, ["current": "a", "new": "b", "repeated": "b"]).status
                    == .notFound,
                "\(path)"
            )
        }
        let site = try site()
        for path in ["/admin/invites", "/admin/backups", "/admin/users/u1/enable"] {
            #expect(try await site.post(path, ["days": "7"]).status == .notFound, "\(path)")
        }
        #expect(try await !site.get("/account").words.contains("Administ"))
    }

    @Test("Sessions are listed and can be ended, with the names of clients escaped")
    func sessions() async throws {
        let site = try site()
        let page = try await site.get("/account")
        #expect(page.words.contains("this one"))
        #expect(!page.text.contains("<i>phone"))

        let ended = try await site.submit("/account/sessions/s2/end")
        #expect(ended.words.contains("The session was ended."))
        #expect(try await double.sessions().map(\.id) == ["s1"])
        #expect(try await site.submit("/account/sessions/none/end").status == .ok)
    }

    @Test("Signing out, ending the own session and deletion make the browser forget the pages")
    func forgetting() async throws {
        let site = try site()
        let clear = try #require(HTTPField.Name("Clear-Site-Data"))

        for path in ["/account/sign-out", "/account/sessions/s1/end"] {
            let answer = try await site.post(path)
            #expect(answer.status == .seeOther)
            #expect(answer.headers[clear] == "\"storage\"")
        }
        let deleted = try await site.post(
            "/account/delete",
            ["email": " Ada@example.org", "password": "correct horse"]
        )
        #expect(deleted.headers[clear] != nil)
        #expect(double.current.isDeleted)
    }

    @Test("The account is deleted only with its address and password")
    func deletion() async throws {
        let site = try site()
        let form = try await site.get("/account/delete")
        #expect(form.words.contains("It cannot be undone"))

        let wrong = try await site.post("/account/delete", ["email": "x\"><b>", "password": ""])
        #expect(wrong.status == .badRequest && !wrong.text.contains("<b>"))
        #expect(wrong.words.contains("This is not the address of the account."))
        #expect(wrong.words.contains("Enter a password."))
        let refused = try await site.post(
            "/account/delete",
            ["email": "ada@example.org", "password": "guess"]
        )
        #expect(refused.status == .forbidden)
        #expect(refused.words.contains("The current password is wrong."))
        #expect(!refused.text.contains("guess"))
        #expect(!double.current.isDeleted)
    }

    @Test("The password is changed, and each mistake has its sentence")
    func password() async throws {
        let site = try site()
        func change(_ current: String, _ new: String, _ repeated: String) async throws -> Site.Page
        {
            try await site.submit(
                "/account/password",
                ["current": current, "new": new, "repeated": repeated]
            )
        }

        #expect(try await change("", "", "").words.contains("Enter a password."))
        #expect(try await change("a", "b", "c").words.contains("The two new passwords differ."))
        #expect(try await change("a", "a", "a").words.contains("is the current one"))
        let wrong = try await change("guess", "new words", "new words")
        #expect(wrong.words.contains("The current password is wrong."))
        #expect(!wrong.text.contains("guess") && !wrong.text.contains("new words"))
        let done = try await change("correct horse", " new words", " new words")
        #expect(done.words.contains("The password was changed"))
        #expect(double.current.password == " new words")
    }

    @Test("All data of the account is a download")
    func export() async throws {
        let file = try await site().get("/account/export")

        #expect(file.headers[.contentDisposition]?.contains("account.ndjson") == true)
    }

    // MARK: Administration

    @Test("Administrators see users, storage and backups; long lists have pages")
    func administration() async throws {
        let site = try site(isAdministrator: true)
        let empty = try await site.get("/admin")
        #expect(empty.words.contains("There are no backups yet."))
        double.addUsers(120)

        let page = try await site.get("/admin?page=1")
        #expect(page.words.contains("51 to 100 of 120"))
        #expect(page.words.contains("user50@example.org 50,000 50 MB 2 1 Active"))
        #expect(!page.words.contains("user49@"))
        for query in ["page=-5", "page=99999999999999999999", "page=x"] {
            #expect(try await site.get("/admin?\(query)").words.contains("of 120"), "\(query)")
        }
        #expect(try await site.get("/admin?page=9").words.contains("101 to 120 of 120"))
        #expect(try await site.get("/account").words.contains("Administer the server"))
    }

    @Test("An account is disabled after a confirmation, and enabled again")
    func disabling() async throws {
        let site = try site(isAdministrator: true)
        double.addUsers(2)

        let question = try await site.get("/admin/users/u1/disable")
        #expect(question.words.contains("user1@example.org can no longer sign in"))
        let disabled = try await site.submit("/admin/users/u1/disable")
        #expect(disabled.words.contains("user1@example.org is disabled."))
        #expect(disabled.words.contains("Disabled Enable"))
        let enabled = try await site.submit("/admin/users/u1/enable")
        #expect(enabled.words.contains("user1@example.org is active."))
        #expect(try await site.get("/admin/users/none/disable").status == .notFound)
        #expect(try await site.post("/admin/users/none/disable").status == .notFound)
    }

    @Test("The code of an invite is shown once")
    func invites() async throws {
        let site = try site(isAdministrator: true)

        for days in ["", "0", "366", "x", "7.5"] {
            let page = try await site.post("/admin/invites", ["days": days])
            #expect(page.status == .badRequest, "\(days)")
            #expect(page.words.contains("Give a number of days from 1 to 365."))
        }
        let page = try await site.post("/admin/invites", ["days": "1"])
        #expect(page.words.contains("INVITE-CODE-1"))
        #expect(page.words.contains("within 1 day."))
        #expect(page.headers[.cacheControl] == "no-store")
        #expect(try await !site.get("/admin").text.contains("INVITE-CODE"))
        #expect(double.current.invites == [1])
    }

    @Test("A backup is made and listed")
    func backups() async throws {
        let site = try site(isAdministrator: true)

        let page = try await site.submit("/admin/backups")

        #expect(page.words.contains("The backup backup-1.sqlite was written"))
        #expect(page.words.contains("backup-1.sqlite 4.2 MB"))
        #expect(try await !site.get("/admin?backup=forged").words.contains("forged"))
    }

    @Test("Without a database file, the page names the tools of the database system")
    func noFile() async throws {
        double.state.withLock { $0.hasFile = false }
        let site = try site(isAdministrator: true)

        let page = try await site.get("/admin?backup=backup-1.sqlite")

        #expect(page.words.contains("with the tools of its database system"))
        #expect(!page.words.contains("Back up now"))
        #expect(page.words.contains("Accounts"))
    }
}
