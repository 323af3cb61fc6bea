import HTTPTypes
import Hummingbird
import NIOCore
import TrendyModel
import TrendyWire

/// `GET /sync/snapshot`: everything an account has, a page at a time.
///
/// Each page is a short read of its own and waits until the client has taken the one before, so a
/// slow client holds neither a transaction nor memory.
struct SnapshotRoute: Sendable {
    /// Entities on a page.
    static let pageSize = 1000

    let store: any ServerStore

    func handle(_ request: Request, _ context: TrendyRequestContext) async throws -> Response {
        let account = try context.account
        let start = try await store.snapshotStart(account: account)
        var token = SnapshotToken(
            cursor: Cursor(epoch: store.epoch, version: start.version),
            place: .start
        )
        if let text = request.query("after") {
            guard let given = SnapshotToken(text), given.cursor.epoch == store.epoch,
                given.cursor.version <= start.version,
                given.cursor.version >= start.tombstonesCollectedTo
            else { throw Problem.cursorExpired }
            token = given
        }
        var headers: HTTPFields = [
            .contentType: "application/x-ndjson", .vary: "Accept-Encoding",
        ]
        let isCompressed = acceptsGzip(request)
        if isCompressed { headers[.contentEncoding] = "gzip" }
        let first = token
        return Response(
            status: .ok,
            headers: headers,
            body: ResponseBody { writer in
                let gzip = isCompressed ? GzipStream() : nil
                var lines = JSONWriter(capacity: Self.pageSize * 512)
                SnapshotLine.header(
                    cursor: first.cursor,
                    counts: start.counts,
                    pastLives: start.pastLives
                ).write(to: &lines)
                var place: SnapshotPlace? = first.place
                while let current = place {
                    let page = try await store.snapshotPage(
                        account: account,
                        after: current,
                        limit: Self.pageSize
                    )
                    for entity in page.entities { SnapshotLine.entity(entity).write(to: &lines) }
                    place = page.next
                    if let next = page.next {
                        let mark = SnapshotToken(cursor: first.cursor, place: next).text
                        SnapshotLine.mark(after: mark).write(to: &lines)
                    } else {
                        SnapshotLine.complete.write(to: &lines)
                    }
                    let bytes =
                        gzip?.compress(lines.bytes, isLast: page.next == nil) ?? lines.bytes
                    try await writer.write(ByteBuffer(bytes: bytes))
                    lines.removeAll()
                }
                try await writer.finish(nil)
            }
        )
    }

    private func acceptsGzip(_ request: Request) -> Bool {
        guard let header = request.headers[.acceptEncoding] else { return false }
        return header.split(separator: ",").contains { part in
            let fields = part.split(separator: ";").map { $0.filter { !$0.isWhitespace } }
            let isRefused = fields.dropFirst().contains { $0 == "q=0" || $0 == "q=0.0" }
            return fields.first?.lowercased() == "gzip" && !isRefused
        }
    }
}
