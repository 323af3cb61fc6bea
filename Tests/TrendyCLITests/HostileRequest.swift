import Foundation

/// A seeded generator of random numbers (SplitMix64).
struct SeededRNG: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }
}

/// Generates hostile requests to a route, as bytes.
struct HostileRequest {
    /// The method and path of a route; ids in braces are replaced.
    let routes: [(method: String, path: String)]
    /// An access token that the server accepts.
    let token: String
    var random: SeededRNG

    /// The next complete request, for a new connection.
    mutating func next() -> [UInt8] {
        let route = routes[Int.random(in: 0..<routes.count, using: &random)]
        var path = route.path.replacingOccurrences(of: "{id}", with: pick(Self.ids))
        var method = route.method
        if chance(20) {
            method = pick(["GET", "PUT", "TRACE", "OPTIONS", "PATCH", "BREW", "HEAD"])
        }
        if chance(2) { path += "?" + query() }
        if chance(40) { path += "/" + hostileText().prefix(300) }
        var head = "\(method) \(path) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
        head += "Authorization: \(authorization())\r\n"
        for name in Self.headers where chance(6) { head += "\(name): \(headerValue())\r\n" }
        let body = method == "GET" && chance(2) ? [] : self.body()
        if !body.isEmpty || chance(2) { head += "Content-Length: \(body.count)\r\n" }
        return Array((head + "\r\n").utf8) + body
    }

    private mutating func query() -> String {
        let parameters = (0..<Int.random(in: 1...4, using: &random)).map { _ in
            "\(pick(Self.parameters))=\(queryValue())"
        }
        return parameters.joined(separator: "&")
    }

    private mutating func queryValue() -> String {
        switch Int.random(in: 0..<6, using: &random) {
        case 0: String(repeating: "%5B", count: depth())
        case 1: pick(Self.numbers)
        case 2:
            pick(["%ZZ", "%", "%00", "%C0%AF", "%ED%A0%80", "%F5%80%80%80", "+", "&&==", "%25"])
        case 3: pick(Self.cursors)
        case 4: hostileText()
        default: String(repeating: "a", count: length())
        }
    }

    private mutating func authorization() -> String {
        switch Int.random(in: 0..<8, using: &random) {
        case 0: "Bearer \(base64(nested())).\(base64(nested())).AA"
        case 1:
            "Bearer \(base64(#"{"alg":"ES256","kid":"x"}"#)).\(base64(nested())).\(base64("s"))"
        case 2: "Bearer " + String(repeating: "A", count: length())
        case 3:
            pick([
                "", "Bearer", "Bearer ", "Basic x", "bearer ..", "Bearer e30.e30.",
                "Bearer \u{1F600}",
            ])
        default: "Bearer \(token)"
        }
    }

    private mutating func headerValue() -> String {
        switch Int.random(in: 0..<5, using: &random) {
        case 0: nested()
        case 1: pick(Self.numbers)
        case 2: String(repeating: "x", count: length())
        case 3: pick(["", "*", "\"", "W/\"1\"", "gzip;q=", "gzip;q=0;;,", ",,,", "é", "\u{7}"])
        default: hostileText()
        }
    }

    private mutating func body() -> [UInt8] {
        switch Int.random(in: 0..<14, using: &random) {
        case 0: Array(nested().utf8)
        case 1: Array(("{\"email\":" + nested()).utf8)
        case 2: Array((#"{"email":"a@b.org","password":"# + nested() + "}").utf8)
        case 3: Array(push(fields: nested()).utf8)
        case 4: Array(push(fields: Self.fields.randomElement(using: &random) ?? "{}").utf8)
        case 5: [0x7B, 0x22, 0xFF, 0xFE, 0x22, 0x3A, 0x31, 0x7D]
        case 6: Array(#"{"a":1}"#.utf8).flatMap { [$0, 0] }
        case 7: Array(push(fields: "{}").utf8.dropLast(Int.random(in: 1...80, using: &random)))
        case 8: Array("{\"n\":\(pick(Self.numbers))}".utf8)
        case 9: Array("{\"events\":[\(nested()),{}]}".utf8)
        case 10: Array("{\"id\":\"\(pick(Self.ids))\",\"notes\":\"\(pick(Self.escapes))\"}".utf8)
        case 11 where chance(8):
            Array(repeating: UInt8(ascii: " "), count: pick([1_048_575, 1_048_576, 1_048_577]))
        case 12 where chance(20):
            Array(repeating: UInt8(ascii: "["), count: pick([4_194_303, 4_194_304, 4_194_305]))
        default: (0..<length()).map { _ in UInt8.random(in: 0...255, using: &random) }
        }
    }

    private mutating func push(fields: String) -> String {
        let id = pick(Self.ids)
        return
            "{\"device_id\":\"\(pick(Self.ids))\",\"mutations\":[{\"id\":\"\(id)\",\"entity_type\":"
            + "\"\(pick(["event", "event_type", "geofence", "property_definition", "x"]))\","
            + "\"operation\":\"\(pick(["create", "update", "delete", "x"]))\","
            + "\"entity_id\":\"\(pick(Self.ids))\",\"base_version\":\(pick(Self.numbers)),"
            + "\"edited_at\":\"\(pick(Self.instants))\",\"fields\":\(fields)}]}"
    }

    /// A depth of 0 to 2,000 levels, most often near the limits of the scanner and of Foundation.
    private mutating func depth() -> Int {
        pick([0, 1, 63, 64, 65, 511, 512, 513, 514, 2000, Int.random(in: 0...2000, using: &random)])
    }

    private mutating func length() -> Int {
        pick([
            0, 1, 127, 128, 129, 253, 254, 255, 4095, 4096, 4097,
            Int.random(in: 0...9000, using: &random),
        ])
    }

    private mutating func nested() -> String {
        let count = depth()
        switch Int.random(in: 0..<3, using: &random) {
        case 0: return String(repeating: "[", count: count)
        case 1: return String(repeating: "{\"a\":", count: count)
        default:
            return String(repeating: "[", count: count) + String(repeating: "]", count: count)
        }
    }

    private mutating func hostileText() -> String {
        pick([
            "../../etc/passwd", "';--", "%00", "\u{202E}x", "{}", "[[", "~~", "-1", "1-", "e1_",
            "k9_0",
        ])
    }

    private func base64(_ text: String) -> String {
        Data(text.utf8).base64EncodedString().replacingOccurrences(of: "=", with: "")
    }

    private mutating func pick<Value>(_ values: [Value]) -> Value {
        values[Int.random(in: 0..<values.count, using: &random)]
    }

    /// Whether a random choice with a probability of 1 in `count` hits.
    private mutating func chance(_ count: Int) -> Bool {
        Int.random(in: 0..<count, using: &random) == 0
    }

    private static let ids = [
        "01900000-0000-7000-8000-000000000001", "ffffffff-ffff-ffff-ffff-ffffffffffff",
        "00000000-0000-0000-0000-000000000000", "x", "%5B%5B", "01900000000070008000000000000001",
        "01900000-0000-7000-8000-00000000000G", "batch",
    ]
    private static let numbers = [
        "0", "-0", "-1", "1e999999", "9223372036854775807", "9223372036854775808",
        "-9223372036854775808", "18446744073709551616", "1.5", "00", "NaN", "1e-999", "١",
        String(repeating: "9", count: 400),
    ]
    private static let cursors = [
        "x-1", "-", "~", "0123456789abcdef-9223372036854775807", "0123456789abcdef--1",
        "e9223372036854775807_x", "k1_01900000-0000-7000-8000-000000000001", "e-1_",
    ]
    private static let instants = [
        "2026-01-15T08:30:00.123Z", "0000-00-00T00:00:00Z", "9999-12-31T23:59:60.999999999+23:59",
        "99999-01-01T00:00:00Z", "-0001-01-01T00:00:00Z", "2026-02-30T25:61:61Z", "",
    ]
    private static let escapes = [#"\ud800"#, #"\u0000"#, #"\uDC00\uD800"#, #"\x"#, #"\u12"#]
    private static let fields = [
        "null", "[]", "1", "\"\"", #"{"name":"\u0000"}"#, #"{"timestamp":"9999-12-31T23:59:59Z"}"#,
        #"{"properties":{"a":{"type":"number","value":1e999}}}"#, #"{"name":null,"name":"a"}"#,
        #"{"radius":-1e308,"latitude":"x"}"#,
    ]
    private static let parameters = [
        "limit", "since", "page_token", "after", "prefix", "entity_type", "from", "to",
        "event_type_id", "source_type", "scope", "grant_type", "cascade", "%00", "",
    ]
    private static let headers = [
        "Idempotency-Key", "If-Match", "X-Request-ID", "Accept-Encoding", "X-Trendy-Contract",
        "X-Forwarded-For", "User-Agent", "Content-Type", "Range", "Cookie",
    ]
}
