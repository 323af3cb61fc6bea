import Foundation
import HTTPTypes
import Testing
import TrendyHealth
import TrendyModel
import TrendyWebHost

@testable import TrendyWeb

@Suite("The page behind the number")
struct ExplanationPageTests {
    @Test("A day says its number, when it was computed, and what is missing and unknown here")
    func day() async throws {
        let site = try Site()
        try await site.recordSteps(500)

        let page = try await site.get("/explain/steps/2026-03-04")

        #expect(page.status == .ok)
        #expect(page.words.contains("Steps, Today"))
        #expect(page.words.contains("3,500 steps"))
        #expect(page.words.contains("Computed by another of your devices"))
        #expect(page.words.contains("Nothing was measured at 0:00–8:00."))
        #expect(page.words.contains("this device kept no raw samples"))
        #expect(page.text.contains("href=\"/explain/steps/2026-03-03\""))
        #expect(!page.text.contains("href=\"/explain/steps/2026-03-05\""))
        #expect(page.text.contains("<option value=\"steps\" selected>Steps</option>"))
    }

    @Test("A day before has a next day, and a day without data is not zero")
    func earlier() async throws {
        let site = try Site()

        let page = try await site.get("/explain/steps/2026-03-01")

        #expect(page.words.contains("No number"))
        #expect(page.words.contains("That is not zero"))
        #expect(page.text.contains("href=\"/explain/steps/2026-03-02\""))
        #expect(try await site.get("/explain/steps/1970-01-01").status == .ok)
        #expect(!(try await site.get("/explain/steps/1970-01-01").text.contains("1969-12-31")))
    }

    @Test("A server says that samples never leave the device")
    func replica() async throws {
        let site = try Site { $0.place = .server }
        try await site.recordSteps(500)

        let page = try await site.get("/explain/steps/2026-03-04")

        #expect(page.words.contains("Computed by one of your devices"))
        #expect(page.words.contains("raw samples never leave the device"))
    }

    @Test("The form leads to the page of its metric and day")
    func form() async throws {
        let site = try Site()
        try await site.recordSteps(500)

        func location(_ path: String) async throws -> String? {
            try await site.get(path).headers[.location]
        }

        let chosen = try await location("/explain?metric=heart_rate&day=2026-02-01")
        #expect(chosen == "/explain/heart_rate/2026-02-01")
        #expect(try await location("/explain") == "/explain/steps/2026-03-04")
        #expect(try await location("/explain?metric=steps") == "/explain/steps/2026-03-04")
    }

    @Test("Without any data the form says where data comes from")
    func noMetrics() async throws {
        let page = try await Site().get("/explain")

        #expect(page.status == .ok)
        #expect(page.words.contains("There is no health data yet."))
    }

    @Test(
        "A day that makes no sense gives a sentence beside the field",
        arguments: [
            "2026-02-30", "2026-03-05", "9999-12-31", "1969-12-31", "0001-01-01", "yesterday",
            "2026-3-4", "<b>", "%00", "-1", "99999999999999999999",
        ]
    )
    func wrongDay(_ day: String) async throws {
        let site = try Site()
        let encoded = WebPath(parts: [day]).text.dropFirst()

        let page = try await site.get("/explain?metric=steps&day=\(encoded)")
        #expect(page.status == .badRequest)
        #expect(page.words.contains("Enter a day from 1970 to today, such as 2026-03-04."))
        #expect(page.text.contains("aria-invalid=\"true\" aria-describedby=\"day-error\""))
        #expect(!page.text.contains("<b>"))

        let path = try await site.get("/explain/steps/\(encoded)")
        #expect(path.status == .notFound)
        #expect(path.words.contains("Enter a day from 1970 to today"))
    }

    @Test("A metric that does not exist gives a sentence beside the field")
    func wrongMetric() async throws {
        let site = try Site()

        let page = try await site.get("/explain?metric=mood%3Cscript%3E&day=2026-03-04")
        #expect(page.status == .badRequest)
        #expect(page.words.contains("There is no such metric."))
        #expect(!page.text.contains("<script>"))
        #expect(try await site.get("/explain/mood/2026-03-04").status == .notFound)
    }

    @Test("A device without an archive keeps no samples")
    func noArchive() async throws {
        let directory = FileManager.default.temporaryDirectory.path + "/no-archive-\(UUID())"

        let found = try await ArchivedSamples(directory: directory).withSamples { _ in true }

        #expect(found == nil)
        #expect(!FileManager.default.fileExists(atPath: directory))
    }
}
