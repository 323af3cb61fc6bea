import Foundation
import HTTPTypes
import Testing
import TrendyKit
import TrendyModel
import TrendyStore

@testable import TrendyWeb

@Suite("The pages of import and export")
struct TransferPageTests {
    private static let token = TestAccess.token

    private func multipart(_ name: String, _ content: String) -> [UInt8] {
        Array(
            ("--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"\(name)\"\r\n\r\n"
                + "\(content)\r\n--b--\r\n").utf8
        )
    }

    private func sendForm(
        _ site: Site,
        _ body: [UInt8],
        token: String = token
    ) async throws -> Site.Page {
        try await site.send(
            .post,
            "/transfer/file?csrf=\(token)",
            headers: [
                .contentType: "multipart/form-data; boundary=b",
                .contentLength: String(body.count),
            ],
            body: body
        )
    }

    @Test("Without imports and data, the page says so and exports")
    func empty() async throws {
        let page = try await Site().get("/transfer")

        #expect(page.words.contains("Files cannot be imported here."))
        #expect(page.words.contains("Nothing was imported here yet."))
        #expect(page.words.contains("Download everything"))
    }

    @Test("A file of a form is imported, and its result is listed")
    func form() async throws {
        let spool = try Spool()
        let form = try await spool.site.get("/transfer")
        #expect(form.text.contains("enctype=\"multipart/form-data\""))
        #expect(form.words.contains("up to 16 GB"))

        let export = String(decoding: Spool.export(), as: UTF8.self)
        let answer = try await sendForm(spool.site, multipart("<b>export</b>.xml", export))
        #expect(answer.status == .seeOther && answer.headers[.location] == "/transfer")
        _ = try await spool.finished()
        let page = try await spool.site.get("/transfer")

        #expect(page.words.contains("Imported"))
        #expect(page.words.contains("New events 3"))
        #expect(page.words.contains("Step Count 1 end before start"))
        #expect(page.text.contains("&lt;b&gt;export&lt;/") || page.words.contains("b>.xml"))
        #expect(!page.text.contains("<b>export"))
    }

    @Test("A form without a file, cut off or forged changes nothing and says what to do")
    func badForms() async throws {
        let spool = try Spool()
        let whole = multipart("a.xml", "<HealthData")

        let none = try await sendForm(spool.site, multipart("", ""))
        #expect(none.status == .badRequest && none.words.contains("Choose a file first."))
        let cut = try await sendForm(spool.site, Array(whole.dropLast(9)))
        #expect(cut.status == .badRequest && cut.words.contains("cut off"))
        let text = try await spool.site.send(
            .post,
            "/transfer/file?csrf=\(Self.token)",
            headers: [.contentType: "text/plain"],
            body: whole
        )
        #expect(text.status == .badRequest)
        #expect(try await sendForm(spool.site, whole, token: "other").status == .forbidden)
        #expect(try spool.files().isEmpty)
    }

    @Test("A script uploads in pieces and asks how far it is")
    func pieces() async throws {
        let spool = try Spool()
        let site = spool.site
        let bytes = Spool.export()
        let query = "csrf=\(Self.token)&name=export.xml&size=\(bytes.count)&fingerprint=1"

        let begun = try await site.send(.post, "/transfer/uploads?\(query)")
        let id = try #require(begun.text.firstMatch(of: /"id":"([^"]+)"/)?.output.1)
        let path = "/transfer/uploads/\(id)"
        let first = try await site.send(
            .post,
            "\(path)?csrf=\(Self.token)&offset=0",
            body: Array(bytes.prefix(50))
        )
        #expect(
            first.text.contains("\"received\":50") && first.text.contains("\"isUploading\":true")
        )
        let wrong = try await site.send(
            .post,
            "\(path)?csrf=\(Self.token)&offset=7",
            body: Array(bytes.suffix(1))
        )
        #expect(wrong.status == .conflict && wrong.text.contains("\"received\":50"))
        let page = try await site.get("/transfer")
        #expect(page.words.contains("Uploading") && page.text.contains("data-changing"))
        _ = try await site.send(
            .post,
            "\(path)?csrf=\(Self.token)&offset=50",
            body: Array(bytes[50...])
        )
        _ = try await spool.finished()

        #expect(try await site.get(path).text.contains("\"isUploading\":false"))
        let again = try await site.send(.post, "/transfer/uploads?\(query)")
        #expect(again.text.contains("\"isRepeated\":true"))
        #expect(
            try await site.get("/transfer?repeated=\(id)").words.contains("was imported before")
        )
        let removed = try await site.submit("\(path)/remove")
        #expect(removed.words.contains("Nothing was imported here yet."))
        #expect(try await site.submit("\(path)/remove").status == .ok)
    }

    @Test(
        "Requests of the script that make no sense are answered with a sentence",
        arguments: [
            "?", "?name=a&size=x&fingerprint=1", "?name=a&size=0&fingerprint=1",
            "?name=a&size=-5&fingerprint=1", "?name=a&size=99999999999999&fingerprint=1",
            "/nothing?offset=0", "/..%2F..%2Fetc?offset=0", "/nothing?offset=-1",
            "/nothing?offset=99999999999999999999",
        ]
    )
    func badPieces(_ path: String) async throws {
        let spool = try Spool()

        let answer = try await spool.site.send(
            .post,
            "/transfer/uploads\(path)&csrf=\(Self.token)"
        )

        #expect(answer.status.kind == .clientError)
        #expect(answer.text.contains("\"error\":\""))
        #expect(try spool.files().isEmpty)
    }

    // MARK: Export

    private func log(_ site: Site) async throws -> EntityID {
        let ids = site.dependencies.ids
        let (type, event) = (ids.next(), ids.next())
        let start = try #require(Instant(rfc3339: "2026-03-02T10:00:00Z"))
        try await site.engine.store.write { transaction in
            try transaction.entities.create([(type, EventType(name: "Tea, \"green\""))])
            try transaction.entities.create([
                (event, Event(eventTypeID: type, timestamp: start, sourceType: .manual))
            ])
        }
        return type
    }

    @Test(
        "Each format is a download, also without data",
        arguments: ["csv", "json", "ndjson", "gpx", "geojson", "ical", "fhir", "omh"]
    )
    func formats(_ format: String) async throws {
        let site = try Site()
        let none = try await site.get("/transfer/export?format=\(format)")
        #expect(none.status == .ok)
        let type = try await log(site)

        let all = try await site.get("/transfer/export?format=\(format)&type=\(type)&from=&until=")

        #expect(all.status == .ok)
        let disposition = all.headers[.contentDisposition] ?? ""
        #expect(disposition.hasPrefix("attachment; filename=\"trendy-events-2026-03-04."))
        if ["csv", "json", "ndjson"].contains(format) { #expect(all.text.contains("green")) }
    }

    @Test("Type and days choose the events")
    func filters() async throws {
        let site = try Site()
        let type = try await log(site)
        let other = site.dependencies.ids.next()
        try await site.engine.store.write {
            try $0.entities.create([(other, EventType(name: "Coffee"))])
        }
        let path = "/transfer/export?format=ndjson"

        #expect(try await site.get("\(path)&from=2026-03-02&until=2026-03-02").text != "")
        #expect(try await site.get("\(path)&from=2026-03-03").text == "")
        #expect(try await site.get("\(path)&until=2026-03-01").text == "")
        #expect(try await site.get("\(path)&type=\(type)").text != "")
        #expect(try await site.get("\(path)&type=\(other)").text == "")
    }

    @Test("Fields that make no sense show the page with a sentence beside them")
    func badFields() async throws {
        let site = try Site()
        let type = site.dependencies.ids.next()

        let page = try await site.get(
            "/transfer/export?format=exe&type=\(type)&from=2026-13-01&until=%3Cscript%3E"
        )
        #expect(page.status == .badRequest)
        #expect(page.words.contains("Choose one of the formats."))
        #expect(page.words.contains("This type no longer exists."))
        #expect(page.words.contains("Give a day, such as 2026-01-31."))
        #expect(page.text.contains("aria-describedby=\"export-until-error\""))
        let order = try await site.get("/transfer/export?from=2026-03-02&until=2026-03-01")
        #expect(order.words.contains("The first day is after the last one."))
    }

    @Test("Everything is read back by an import")
    func everything() async throws {
        let source = try Site()
        _ = try await log(source)
        let file = try await source.get("/transfer/everything")
        #expect(file.headers[.contentDisposition]?.contains("everything") == true)

        let target = try Spool()
        _ = try await sendForm(target.site, multipart("everything.ndjson", file.text))
        _ = try await target.finished()

        #expect(try await target.site.get("/transfer").words.contains("New events 1"))
        #expect(try await target.site.get("/transfer/everything").text == file.text)
    }

    @Test("The database is a download")
    func database() async throws {
        let site = try Site()
        _ = try await log(site)

        let file = try await site.get("/transfer/database")

        #expect(file.status == .ok && file.text.hasPrefix("SQLite format 3"))
    }
}
