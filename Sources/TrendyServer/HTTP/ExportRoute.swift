import HTTPTypes
import Hummingbird
import NIOCore
import TrendyModel
import TrendyWire

/// `GET /me/export`: all data of the account, as NDJSON.
struct ExportRoute: Sendable {
    let store: any ServerStore
    let wallClock: any WallClock

    func handle(_ request: Request, _ context: TrendyRequestContext) async throws -> Response {
        let export = AccountExport(
            store: store,
            account: try context.account,
            now: wallClock.now()
        )
        return Response(
            status: .ok,
            headers: [
                .contentType: "application/x-ndjson",
                .contentDisposition: "attachment; filename=\"trendy-export.ndjson\"",
            ],
            body: ResponseBody { writer in
                try await export.write { try await writer.write(ByteBuffer(bytes: $0)) }
                try await writer.finish(nil)
            }
        )
    }
}
