import HTTPTypes
import Hummingbird
import NIOCore
import TrendyModel
import TrendyWire

/// `GET /sync/snapshot`: all entities of an account, in pages.
///
/// Each page is a short read transaction, while the previous page is sent. A slow client therefore
/// holds no transaction. Its memory is two pages (``WorkLimits/snapshotPageBytes`` and at most one
/// more entity each), one of them also as JSON, the state of the compressor (256 KiB) and the buffer
/// of the connection.
struct SnapshotRoute: Sendable {
    /// Entities per page.
    static let pageSize = 1000

    private let store: any ServerStore
    private let pageBytes: Int
    /// The budget of snapshots in progress.
    private let snapshots: AccountBudget

    init(store: any ServerStore, limits: WorkLimits) {
        self.store = store
        pageBytes = limits.snapshotPageBytes
        snapshots = AccountBudget(
            name: "snapshots in progress",
            perAccount: limits.snapshotsPerAccount,
            total: limits.snapshots,
            retryAfter: 5
        )
    }

    func handle(_ request: Request, _ context: TrendyRequestContext) async throws -> Response {
        let account = try context.account
        let snapshot = try snapshots.reserve(for: account)
        let start = try await store.snapshotStart(account: account)
        var token = SnapshotToken(
            cursor: Cursor(epoch: start.epoch, version: start.version),
            place: .start
        )
        if let text = request.query("after") {
            guard let given = SnapshotToken(text), given.cursor.epoch == start.epoch,
                given.cursor.version <= start.version,
                given.cursor.version >= start.tombstonesCollectedTo
            else { throw Problem.cursorExpired }
            token = given
        }
        var headers: HTTPFields = [
            .contentType: "application/x-ndjson", .vary: "Accept-Encoding",
        ]
        let isCompressed = Self.acceptsGzip(request.headers[.acceptEncoding])
        if isCompressed { headers[.contentEncoding] = "gzip" }
        let first = token
        return Response(
            status: .ok,
            headers: headers,
            body: ResponseBody { writer in
                var writer = SlicingWriter(parent: writer)
                let gzip = isCompressed ? GzipStream() : nil
                var lines = JSONWriter()
                SnapshotLine.header(
                    cursor: first.cursor,
                    counts: start.counts,
                    previousEpochs: start.previousEpochs
                ).write(to: &lines)
                var page: SnapshotPage? = try await store.snapshotPage(
                    account: account,
                    after: first.place,
                    limit: Self.pageSize
                )
                while let current = page {
                    async let next = self.page(after: current, of: account)
                    try Self.add(current, of: first.cursor, to: &lines)
                    let isLast = current.next == nil
                    try await writer.write(
                        gzip?.compress(lines.bytes, isLast: isLast) ?? lines.bytes
                    )
                    lines.removeAll()
                    page = try await next
                }
                try await writer.finish(nil)
                withExtendedLifetime(snapshot) {}
            }
        )
    }

    /// The page after another one; `nil` after the last one.
    private func page(
        after page: SnapshotPage,
        of account: EntityID
    ) async throws -> SnapshotPage? {
        guard let place = page.next else { return nil }
        return try await store.snapshotPage(
            account: account,
            after: place,
            limit: page.nextLimit(atMost: Self.pageSize, bytes: pageBytes)
        )
    }

    /// Adds a page.
    private static func add(
        _ page: SnapshotPage,
        of cursor: Cursor,
        to lines: inout JSONWriter
    ) throws {
        // Ends the body without its last line; the client resumes, or reads another snapshot.
        guard page.epoch == cursor.epoch, page.latestVersion >= cursor.version else {
            throw Problem.cursorExpired
        }
        for entity in page.entities { SnapshotLine.entity(entity).write(to: &lines) }
        if let next = page.next {
            let mark = SnapshotToken(cursor: cursor, place: next).text
            SnapshotLine.mark(after: mark).write(to: &lines)
        } else {
            SnapshotLine.complete.write(to: &lines)
        }
    }

    /// Whether an `Accept-Encoding` header (RFC 9110, section 12.5.3) names gzip as acceptable.
    static func acceptsGzip(_ header: String?) -> Bool {
        guard let header else { return false }
        return header.split(separator: ",").contains { part in
            let fields = part.lowercased().split(separator: ";").map { field in
                field.filter { !$0.isWhitespace }
            }
            let isRefused = fields.dropFirst().contains { field in
                field.hasPrefix("q=") && Double(field.dropFirst(2)) == 0
            }
            return fields.first == "gzip" && !isRefused
        }
    }
}
