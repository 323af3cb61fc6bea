import TrendyExport
import TrendyModel
import TrendyStore

/// The events of a database in an export format, made page by page while they are sent.
struct EventDownload: AsyncSequence, Sendable {
    typealias Element = [UInt8]
    typealias Failure = any Error

    let format: ExportFormat
    private let store: DeviceStore
    private let filter: EventFilter
    private let options: ExportOptions
    private let includesDefinitions: Bool

    /// Creates a download.
    ///
    /// - `includesDefinitions`: whether types, properties and places precede the events, so that
    ///   another account can import an exact copy; JSON formats only.
    init(
        _ store: DeviceStore,
        format: ExportFormat,
        filter: EventFilter = EventFilter(),
        options: ExportOptions = ExportOptions(),
        includesDefinitions: Bool = false
    ) {
        self.store = store
        self.format = format
        self.filter = filter
        self.options = options
        self.includesDefinitions = includesDefinitions
    }

    struct Iterator: AsyncIteratorProtocol {
        private enum Phase {
            case beginning
            case events(after: (timestamp: Instant, id: EntityID)?)
            case ended
        }

        private let download: EventDownload
        private var export: EventExport?
        private var phase = Phase.beginning

        init(_ download: EventDownload) {
            self.download = download
        }

        mutating func next() async throws -> [UInt8]? {
            while true {
                try await step()
                let bytes = export?.output.bytes ?? []
                export?.output.removeAll()
                // A page can be without a matching event; an empty piece would end the answer.
                if !bytes.isEmpty { return bytes }
                if case .ended = phase { return nil }
            }
        }

        private mutating func step() async throws {
            switch phase {
            case .beginning:
                try await begin()
                phase = .events(after: nil)
            case .events(let position):
                let filter = download.filter
                let page = try await download.store.read {
                    try $0.entities.exportPage(filter, after: position)
                }
                export?.write(page.events)
                if let next = page.next {
                    phase = .events(after: next)
                } else {
                    export?.end()
                    phase = .ended
                }
            case .ended: break
            }
        }

        private mutating func begin() async throws {
            let definitions = try await download.store.read { transaction in
                try [EntityKind.eventType, .propertyDefinition, .geofence]
                    .map { try transaction.entities.fetchAll(kind: $0) }
            }.flatMap(\.self)
            var names = ExportNames()
            for entity in definitions { names.add(entity) }
            var export = EventExport(download.format, names: names, options: download.options)
            export.begin()
            if download.includesDefinitions {
                for entity in definitions { export.write(definition: entity) }
            }
            self.export = export
        }
    }

    func makeAsyncIterator() -> Iterator { Iterator(self) }
}
