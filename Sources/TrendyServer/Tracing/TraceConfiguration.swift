import Foundation

/// Where a server sends the traces of its requests.
package struct TraceConfiguration: Sendable, Equatable {
    /// The address of the collector's traces, such as `http://127.0.0.1:4318/v1/traces`.
    package let url: String
    /// The part of the traces that is recorded, from 0 to 1.
    package let ratio: Double
    /// The version of the program, for the collector.
    package let version: String

    /// Creates a configuration; `nil` for an address without scheme or host, one with a password or
    /// query, and for a ratio outside of 0 to 1.
    ///
    /// - Parameters:
    ///   - endpoint: the address of an OpenTelemetry collector that accepts OTLP over HTTP, without
    ///     or with the path `/v1/traces`.
    ///   - ratio: the part of the traces to record.
    ///   - version: the version of the program.
    package init?(endpoint: String, ratio: Double, version: String) {
        guard var parts = URLComponents(string: endpoint), let scheme = parts.scheme?.lowercased(),
            scheme == "http" || scheme == "https", parts.host?.isEmpty == false,
            parts.user == nil, parts.password == nil, parts.query == nil, parts.fragment == nil,
            (0...1).contains(ratio)
        else { return nil }
        if !parts.path.hasSuffix("/v1/traces") {
            parts.path += parts.path.hasSuffix("/") ? "v1/traces" : "/v1/traces"
        }
        guard let url = parts.string else { return nil }
        self.url = url
        self.ratio = ratio
        self.version = version
    }
}
