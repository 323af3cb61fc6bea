import TrendyModel
import TrendyStore

extension DeviceStore {
    /// The visits on this device.
    func visits() throws -> [(id: EntityID, event: Event)] {
        let events = try read { try $0.entities.events(EventFilter(limit: 1_000_000)) }
        return try events.filter(PlaceChecks.isVisit).map {
            (id: $0.id, event: try Event(document: $0.document()))
        }
    }

    /// Sets or clears a field, and returns its previous value.
    func replace(_ field: String, of id: EntityID, by text: String?) throws -> String? {
        try write { transaction in
            let old = try transaction.entities.fetch(id: id)?.document()[field]?.string
            let change = Document([.init(name: field, value: text.map { RawJSON($0) } ?? .null)])
            try transaction.entities.update(id: id, change: change)
            return old
        }
    }
}
