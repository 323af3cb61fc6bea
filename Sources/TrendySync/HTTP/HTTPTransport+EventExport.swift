import HTTPTypes
package import TrendyModel
import TrendyWire

extension HTTPTransport {
    /// Streams the server's export of events, in pieces of any size.
    ///
    /// - Parameters:
    ///   - format: the name of the format, such as `csv`.
    ///   - contentType: the media type of the format; an answer of another type comes from a proxy.
    ///   - from: the earliest start, inclusive; `nil` for no bound.
    ///   - to: the latest start, exclusive; `nil` for no bound.
    ///   - types: the event types; empty for all.
    ///   - receive: takes each piece.
    /// - Throws: ``SyncFailure``, also when the connection ends before the export does.
    package func exportEvents(
        format: String,
        contentType: String,
        from: Instant?,
        to: Instant?,
        types: [EntityID],
        receive: ([UInt8]) async throws -> Void
    ) async throws {
        var query: [(String, String)] = [("format", format)]
        if let from { query.append(("from", from.rfc3339)) }
        if let to { query.append(("to", to.rfc3339)) }
        if !types.isEmpty {
            let ids = types.map(\.description).joined(separator: ",")
            query.append(("event_type_ids", ids))
        }
        let answer = try await sender.send(.get, Route.eventExport, query: query)
        let essence = contentType.prefix { $0 != ";" }
        guard answer.head.headerFields[.contentType]?.hasPrefix(essence) == true else {
            throw sender.base.notTrendy()
        }
        try await sender.base.stream(answer, receive: receive)
    }
}
