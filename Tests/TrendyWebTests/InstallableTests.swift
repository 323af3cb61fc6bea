import Foundation
import HTTPTypes
import Testing

@testable import TrendyWeb

@Suite("Installing the pages")
struct InstallableTests {
    private func field(_ name: String) throws -> HTTPField.Name {
        try #require(HTTPField.Name(name))
    }

    @Test("Only the pages of a server register the worker and name their session")
    func place() async throws {
        let key = try field("Trendy-Page-Key")
        let device = try await Site().get("/account")
        #expect(device.headers[key] == nil)
        #expect(!device.text.contains("offline.js") && !device.text.contains("as-of"))

        let site = try Site { $0.place = .server }
        let page = try await site.get("/account")
        #expect(page.headers[key]?.count == 16)
        #expect(page.text.contains("offline.js"))
        #expect(page.text.contains("<p id=\"as-of\" hidden"))
        #expect(page.text.contains("as of 4 Mar 2026"))
        let other = try await Site {
            $0.place = .server
            $0.formToken = "another session"
        }.get("/account")
        #expect(other.headers[key] != page.headers[key])
    }

    @Test("The manifest names icons that exist, and the worker is served outside of the assets")
    func files() async throws {
        let site = try Site()
        let manifest = try await site.get("/manifest.webmanifest")
        let icons = manifest.text.matches(of: /"src": "([^"]+)"/).map { String($0.output.1) }

        #expect(icons.count == 4)
        for icon in icons { #expect(try await site.get(icon).status == .ok, "\(icon)") }
        #expect(manifest.text.contains("\"purpose\": \"maskable\""))
        let worker = try await site.get("/worker.js")
        #expect(worker.headers[.contentType] == "text/javascript; charset=utf-8")
        #expect(worker.headers[.cacheControl] == "no-cache")
    }

    @Test("The page for addresses that were not seen contains nothing of a person")
    func offline() async throws {
        let page = try await Site { $0.place = .server }.get("/offline")

        #expect(page.words.contains("You are offline"))
        #expect(page.headers[try field("Trendy-Page-Key")] == nil)
        #expect(!page.text.contains("csrf"))
    }
}
