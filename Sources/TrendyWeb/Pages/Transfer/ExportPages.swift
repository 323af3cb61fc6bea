import HTTPTypes
import TrendyExport
import TrendyKit
import TrendyLocalization
import TrendyModel
import TrendyStore

/// Downloads of the data.
@MainActor
enum ExportPages {
    /// The event types by name.
    static func types(_ context: PageContext) async throws -> [(id: EntityID, name: String)] {
        try await context.store.read { try $0.entities.fetchAll(kind: .eventType) }
            .map { ($0.id, EventTypeFormatter.type($0).name) }
            .sorted { ($0.name, $0.id) < ($1.name, $1.id) }
    }

    /// The events of a period and type in one format.
    static func export(_ context: PageContext) async throws -> WebResponse {
        let types = try await types(context).map(\.id)
        let fields = ExportFields(context.query, types: types, zones: context.formats.zones())
        guard fields.errors.isEmpty else {
            return try await TransferPages.page(context, export: fields, status: .badRequest)
        }
        var options = ExportOptions()
        options.isSpreadsheetSafe = fields.isSpreadsheetSafe
        return try await download(
            "events",
            EventDownload(
                context.store,
                format: fields.chosenFormat,
                filter: fields.filter,
                options: options
            ),
            context
        )
    }

    /// All entities, which `trendy import` and the import page read again.
    static func everything(_ context: PageContext) async throws -> WebResponse {
        let download = EventDownload(context.store, format: .ndjson, includesDefinitions: true)
        return try await self.download("everything", download, context)
    }

    /// A database with the tables of everything.
    static func database(_ context: PageContext) async throws -> WebResponse {
        let file = try await DatabaseDownload.make(
            of: context.store,
            zones: context.formats.zones(),
            dependencies: context.dependencies
        )
        return .download(
            name: "trendy-\(context.today).sqlite",
            type: "application/vnd.sqlite3",
            body: .stream(file)
        )
    }

    private static func download(
        _ name: String,
        _ download: EventDownload,
        _ context: PageContext
    ) async throws -> WebResponse {
        .download(
            name: "trendy-\(name)-\(context.today).\(download.format.fileExtension)",
            type: download.format.contentType,
            body: .stream(download)
        )
    }
}
