import Foundation
import HTTPTypes
import Testing
import TrendyModel
import TrendyStore

@testable import TrendyWeb

@Suite("Text that a person or an import entered cannot become markup", .timeLimit(.minutes(10)))
struct InjectionTests {
    /// Payloads of cross-site scripting: each context that text can break out of, with each element
    /// that can run a script, in several spellings.
    static let payloads: [String] = {
        let contexts = [
            "", "\">", "'>", "-->", "]]>", "</title>", "</textarea>", "</option></select>",
            "</script>", "\" ", "' ", "\u{0}\">", "\n\">", "`>",
        ]
        let elements = [
            "<script>alert(N)</script>", "<ScRiPt/src=//evil.example/N>",
            "<img src=x onerror=alert(N)>",
            "<svg/onload=alert(N)>", "<svg><script href='data:,alert(N)'/>",
            "<iframe srcdoc='<script>alert(N)</script>'>", "<a href=javascript:alert(N)>x</a>",
            "<a href='java\tscript:alert(N)'>x</a>", "<body onpageshow=alert(N)>",
            "<input autofocus onfocus=alert(N)>", "<details open ontoggle=alert(N)>",
            "<math><mtext><table><mglyph><style><img src=x onerror=alert(N)>",
            "<style>@import'//evil.example/N'</style>", "<base href=//evil.example/N>",
            "<meta http-equiv=refresh content='0;url=//evil.example/N'>",
            "<form action=//evil.example/N><button>x", "<object data=data:text/html,N>",
            "<template><script>alert(N)</script></template>", "<!--><img src=x onerror=alert(N)>",
            "<video><source onerror=alert(N)>", "autofocus onfocus=alert(N) x=",
            "onmouseover=alert(N) style=position:fixed;inset:0",
            "style=background:url(//evil.example/N)",
        ]
        let spellings: [(String) -> String] = [
            { $0 }, { $0.replacing("<", with: "&lt;") }, { $0.replacing("<", with: "\u{FF1C}") },
            { $0.replacing("<", with: "%3C") }, { $0.replacing("<", with: "\\u003c") },
            { $0.replacing("<", with: "<\u{0}") }, { "{\(LastLetter.of($0))" },
        ]
        var payloads: [String] = []
        for context in contexts {
            for element in elements {
                let spelling = payloads.count % spellings.count
                payloads.append(context + spellings[spelling](element))
                if spelling != 0 { payloads.append(context + element) }
            }
        }
        return payloads.enumerated().map { index, text in
            text.replacing("N", with: String(index + 100_000))
        }
    }()

    private enum LastLetter {
        static func of(_ text: String) -> String { "{constructor.constructor('\(text)')()}}" }
    }

    /// Enters each payload as the name of a type and of a place, and as the text of events that
    /// come from a person, from a place and from an import.
    private func enter(_ payload: String, in site: Site) async throws {
        let type = try await site.type(payload)
        let place = try await site.store.write {
            try $0.entities.create(
                Geofence(name: payload, latitude: 47, longitude: 8, radiusMeters: 150)
            )
        }
        for source in [SourceType.manual, .geofence, .imported] {
            try await site.event(type, at: "2026-03-03T09:30:00Z") { event in
                event.sourceType = source
                event.notes = source == .manual ? payload : nil
                event.geofenceID = source == .geofence ? place : nil
                event.locationName = source == .geofence ? payload : nil
                event.originalTitle = source == .imported ? payload : nil
            }
        }
    }

    /// Creates a type whose properties have payloads as keys, labels and options, and an event with
    /// payloads as values and note.
    private func carrier(
        _ payloads: [String],
        _ number: Int,
        in site: Site
    ) async throws -> (type: EntityID, event: EntityID, properties: [EntityID]) {
        let type = try await site.type("Carrier \(number)")
        var properties: [EntityID] = []
        for payload in payloads {
            let key = String(payload.prefix(100))
            properties.append(try await site.property(type, key, .text, label: payload))
            properties.append(
                try await site.property(
                    type,
                    "select \(key)",
                    .select,
                    label: "choice \(payload)",
                    options: [payload, "other \(payload)"]
                )
            )
        }
        let event = try await site.event(type, at: "2026-03-03T09:30:00Z") { event in
            event.notes = payloads.joined(separator: "\n")
            for payload in payloads {
                let key = String(payload.prefix(100))
                event.properties[key] = .text(payload)
                event.properties["select \(key)"] = .select("gone \(payload)")
                event.properties["alone \(key)"] = .text(payload)
            }
        }
        return (type, event, properties)
    }

    /// Reports markup that no page writes itself.
    ///
    /// The pages' own elements have lower-case names, attributes in double quotes, no handlers, no
    /// styles, and scripts only as files.
    private func check(_ page: Site.Page, _ path: String) {
        let text = page.text.utf8
        var index = text.startIndex
        while let start = text[index...].firstIndex(of: UInt8(ascii: "<")) {
            var end = start
            var isQuoted = false
            var outside: [UInt8] = []
            while end < text.endIndex, isQuoted || text[end] != UInt8(ascii: ">") {
                if text[end] == UInt8(ascii: "\"") { isQuoted.toggle() }
                if !isQuoted { outside.append(text[end]) }
                end = text.index(after: end)
            }
            check(
                element: String(decoding: outside, as: UTF8.self),
                String(decoding: text[start..<end], as: UTF8.self),
                path
            )
            index = end
        }
        if page.text.contains("<script>") || page.text.components("</script>") > 8 {
            Issue.record("\(path): a script")
        }
    }

    private func check(element: String, _ whole: String, _ path: String) {
        let name = element.dropFirst(element.hasPrefix("</") ? 2 : 1).prefix {
            $0.isLetter || $0.isNumber || $0 == "!"
        }
        let isKnown = HTMLTag(rawValue: String(name)) != nil || element == "<!doctype html"
        let signs = ["alert", "evil", "'", "`", " on", " style", "srcdoc", "<<", "{"]
        let isForeign =
            signs.contains { element.contains($0) } || element.dropFirst().contains("<")
        let hasForeignAddress = ["href=\"", "src=\"", "action=\""].contains { attribute in
            whole.ranges(of: " \(attribute)").contains { range in
                let address = whole[range.upperBound...]
                return address.hasPrefix("//")
                    || !(address.hasPrefix("/") || address.hasPrefix("#"))
            }
        }
        if !isKnown || isForeign || hasForeignAddress { Issue.record("\(path): \(whole)") }
    }

    @Test("There are at least 500 payloads, all different")
    func count() {
        #expect(Self.payloads.count >= 500)
        #expect(Set(Self.payloads).count == Self.payloads.count)
    }

    @Test(
        "The check finds markup that is not escaped",
        arguments: [
            "<script>alert(1)</script>", "<ScRiPt/src=//evil.example/1>", "<img src=x onerror=a()>",
            "<p title=\"\" onclick=alert(1)\">", "<a href=\"javascript:alert(1)\">",
            "<a href=\"//evil.example\">", "<p style=\"color:red\">", "<object>", "<p title='x'>",
        ]
    )
    func detection(_ markup: String) {
        withKnownIssue {
            check(Site.Page(status: .ok, headers: [:], text: "<p>\(markup)</p>"), "raw")
        }
    }

    private static let parts = 8

    private static func payloads(_ part: Int) -> [String] {
        payloads.enumerated().filter { $0.offset % parts == part }.map(\.element)
    }

    @Test("No name, note or title is markup on any list", arguments: 0..<parts)
    func lists(_ part: Int) async throws {
        let site = try Site()
        let payloads = Self.payloads(part)
        for payload in payloads { try await enter(payload, in: site) }
        var text = ""

        var path: String? = "/timeline"
        while let next = path {
            let page = try await site.get(next)
            check(page, next)
            text += page.text
            path = page.text.firstMatch(of: /href="([^"]*before=[^"]*)">Older/)
                .map { Site.Page.plain(String($0.output.1)) }
        }
        for path in [
            "/timeline?day=2026-03-03", "/timeline/new", "/types", "/types/new", "/decisions",
        ] {
            let page = try await site.get(path)
            #expect(page.status == .ok)
            check(page, path)
        }

        // The payloads are on the pages, as text.
        for payload in payloads { #expect(text.contains(HTML(text: payload).markup)) }
    }

    @Test("No property, value or note is markup in any form", arguments: 0..<parts)
    func forms(_ part: Int) async throws {
        let site = try Site()
        let payloads = Self.payloads(part)
        for start in stride(from: 0, to: payloads.count, by: 10) {
            let group = Array(payloads[start..<min(start + 10, payloads.count)])
            let (type, event, properties) = try await carrier(group, start, in: site)

            let edit = try await site.get("/timeline/\(event)")
            check(edit, "edit")
            check(try await site.get("/timeline/new?type=\(type)"), "new")
            check(try await site.get("/types/\(type)"), "type")
            check(try await site.get("/types/\(type)/delete"), "deletion")
            for property in properties {
                check(try await site.get("/types/\(type)/properties/\(property)"), "property")
            }

            let values = Set(edit.fields(of: "/timeline/\(event)").map(\.value))
            for payload in group { #expect(values.contains(FormValues.normalized(payload))) }
        }
    }

    @Test("No payload of a query or a form is markup in the answer", arguments: 0..<parts)
    func requests(_ part: Int) async throws {
        let site = try Site()
        let type = try await site.type("Coffee")
        let event = try await site.event(type, at: "2026-03-03T09:30:00Z")
        let missing = "00000000-0000-7000-8000-000000000000"
        for (index, payload) in Self.payloads(part).enumerated() {
            let text = payload.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
            let query = ["q", "day", "period", "type", "place", "source", "deleted", "logged"]
                .map { "\($0)=\(text)" }.joined(separator: "&")
            check(try await site.get("/timeline?\(query)"), "query")
            let long = String(repeating: payload, count: 30)
            let page =
                switch index % 5 {
                case 0:
                    try await site.post(
                        "/timeline/\(event)",
                        [
                            "type": payload, "start-day": payload, "start-time": payload,
                            "end-day": payload, "end-time": payload, "note": payload,
                            "back": payload, "was:note": payload, "was:start-day": payload,
                        ]
                    )
                case 1:
                    try await site.post(
                        "/timeline/new",
                        ["type": "\(type)", "start-day": payload, "note": payload]
                    )
                case 2:
                    try await site.post(
                        "/types/new",
                        ["name": long, "icon": payload, "color": payload]
                    )
                case 3:
                    try await site.post(
                        "/types/\(type)/properties/new",
                        ["label": "", "type": payload, "options": payload]
                    )
                default:
                    try await site.post(
                        "/timeline/\(missing)",
                        ["start-day": payload, payload: payload, "note": payload]
                    )
                }
            check(page, "form \(index % 5)")
            #expect(page.status != .internalServerError && page.status != .serviceUnavailable)
        }
    }

    @Test("No payload in a failed change or a conflict is markup", arguments: 0..<4)
    func decisions(_ part: Int) async throws {
        let site = try Site()
        let payloads = Self.payloads.enumerated().filter { $0.offset % 16 == part }.map(\.element)
        let type = try await site.type("Coffee")
        var events: [(EntityID, String)] = []
        for payload in payloads {
            events.append((try await site.event(type, at: "2026-03-03T09:30:00Z"), payload))
        }
        try await site.acceptAll()
        for (id, payload) in events {
            try await site.store.write {
                try $0.entities.update(
                    id: id,
                    change: Document([.init(name: "notes", value: RawJSON(payload))])
                )
            }
            try await site.receive(id) { $0.notes = "other \(payload)" }
        }
        for payload in payloads.prefix(20) {
            _ = try await site.type("bad \(payload)")
            try await site.refuseAll(payload)
        }

        let page = try await site.get("/decisions")
        check(page, "/decisions")

        #expect(page.text.contains("class=\"conflict\""))
        for mutation in try await site.store.read({ try $0.queue.failedMutations() }) {
            check(try await site.get("/decisions/failed/\(mutation.id)/discard"), "discard")
        }
    }
}
