import TrendyModel
import TrendyStore

/// A suite that records entities in a store.
protocol RecordingSuite {
    var store: DeviceStore { get }
}

extension RecordingSuite {
    func type(_ name: String) async throws -> EntityID {
        try await store.write { try $0.entities.create(EventType(name: name)) }
    }

    func event(of type: EntityID) async throws -> EntityID {
        try await store.write {
            try $0.entities.create(
                Event(eventTypeID: type, timestamp: Instant(milliseconds: 5), sourceType: .manual)
            )
        }
    }

    func change(_ field: String, _ value: String) -> Document {
        var change = Document()
        change[field] = RawJSON(value)
        return change
    }
}
