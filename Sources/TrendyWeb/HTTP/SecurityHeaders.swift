import HTTPTypes

/// The header fields of all responses.
enum SecurityHeaders {
    /// Nothing but the site's own files, and nothing inline: text that a person or an import entered
    /// cannot become a script or a style, even if it were not escaped.
    ///
    /// - `images`: the origin of map images that the viewer has turned on; `nil` for none.
    private static func policy(images: String? = nil) -> String {
        [
            "default-src 'none'", "script-src 'self'", "style-src 'self'",
            "img-src 'self' data:" + (images.map { " " + $0 } ?? ""),
            "connect-src 'self'", "font-src 'self'", "manifest-src 'self'", "worker-src 'self'",
            "form-action 'self'", "base-uri 'none'", "frame-ancestors 'none'",
        ].joined(separator: "; ")
    }

    /// Allows the page of a response to load map images of a server, besides the site's own.
    static func allowImages(of server: MapTileServer, in response: inout WebResponse) {
        set("Content-Security-Policy", policy(images: server.origin), on: &response)
    }

    static func add(to response: inout WebResponse) {
        set("Content-Security-Policy", policy(), on: &response)
        set("X-Content-Type-Options", "nosniff", on: &response)
        set("X-Frame-Options", "DENY", on: &response)
        set("Referrer-Policy", "no-referrer", on: &response)
        set("Cross-Origin-Opener-Policy", "same-origin", on: &response)
        set("Cross-Origin-Resource-Policy", "same-origin", on: &response)
        set(
            "Permissions-Policy",
            "camera=(), geolocation=(), microphone=(), payment=()",
            on: &response
        )
        // Pages show health data: neither a proxy nor the browser's cache keeps them.
        if response.headers[.cacheControl] == nil {
            response.headers[.cacheControl] = "no-store"
        }
    }

    private static func set(_ name: String, _ value: String, on response: inout WebResponse) {
        guard let name = HTTPField.Name(name), response.headers[name] == nil else { return }
        response.headers[name] = value
    }
}

extension WebRequest {
    /// Whether the request comes from a page of this site; browsers tell the origin of all others.
    package var isSameOrigin: Bool {
        guard head.method != .get, head.method != .head else { return true }
        if let name = HTTPField.Name("Sec-Fetch-Site"), let site = head.headerFields[name] {
            return site == "same-origin" || site == "none"
        }
        guard let origin = head.headerFields[.origin] else { return true }
        guard let authority = head.authority else { return false }
        return origin == "http://\(authority)" || origin == "https://\(authority)"
    }
}
