import Testing
import TrendyModel
import TrendyWire

@testable import TrendyServer

@Suite("Validation of one mutation")
struct MutationValidatorTests {
    private let now = Instant(seconds: 1_790_000_000)
    private let id = EntityID(high: 1, low: 1)
    private let type = EntityID(high: 2, low: 2)
    private let place = EntityID(high: 3, low: 3)

    private func mutation(
        _ operation: TrendyWire.Operation,
        _ fields: String = "{}",
        kind: EntityKind = .eventType,
        base: Int64? = nil,
        at time: Instant? = nil
    ) -> PushMutation {
        PushMutation(
            id: EntityID(high: 9, low: 9),
            kind: kind,
            operation: operation,
            entityID: id,
            baseVersion: base,
            editedAt: time ?? now,
            fields: RawJSON(unchecked: Array(fields.utf8))
        )
    }

    private func entity(
        version: Int64 = 5,
        kind: EntityKind = .eventType,
        deleted: Bool = false,
        at time: Instant? = nil,
        _ content: String = typeFields("Coffee")
    ) -> Entity {
        var entity = Entity(
            kind: kind,
            id: id,
            createdAt: (time ?? now) - .seconds(60),
            updatedAt: time ?? now,
            deletedAt: deleted ? time ?? now : nil,
            content: deleted ? Entity.emptyContent : RawJSON(unchecked: Array(content.utf8))
        )
        entity.version = version
        return entity
    }

    private func verdict(
        _ mutation: PushMutation,
        _ current: Entity?,
        knowable: Int64? = nil,
        kinds: @escaping MutationValidator.Kinds = { _ in (nil, nil) }
    ) -> MutationVerdict {
        MutationValidator(
            mutation: mutation,
            scan: PushCommand(mutation: mutation, requestHash: []).scan,
            current: current,
            knowableVersion: knowable ?? current?.version ?? 0,
            now: now
        ).verdict(kinds)
    }

    private func text(_ verdict: MutationVerdict) -> String {
        switch verdict {
        case .write(let entity, _): entity.deletedAt == nil ? "write" : "delete"
        case .unchanged(let version): "unchanged \(version.map { "\($0)" } ?? "nil")"
        case .known(let version): "known \(version)"
        case .refused(let result): "\(result.status) \(result.problem?.status ?? 0)"
        }
    }

    private func written(_ verdict: MutationVerdict) -> Entity? {
        if case .write(let entity, _) = verdict { entity } else { nil }
    }

    @Test(
        "A change is based on the entity when its base is not older than the request could know",
        arguments: [
            (nil, 5, true), (4, 5, false), (5, 5, true), (6, 5, false), (2, 3, false),
            (3, 3, true), (4, 3, true), (5, 3, true), (6, 3, false), (0, 0, true),
        ] as [(Int64?, Int64, Bool)]
    )
    func bases(_ base: Int64?, _ knowable: Int64, _ isApplied: Bool) {
        let update = mutation(.update, #"{"icon":"mug"}"#, base: base)
        let deletion = mutation(.delete, base: base)

        let updated = text(verdict(update, entity(), knowable: knowable))
        let deleted = text(verdict(deletion, entity(), knowable: knowable))

        #expect(updated == (isApplied ? "write" : "conflict 409"))
        #expect(deleted == (isApplied ? "delete" : "conflict 409"))
    }

    @Test(
        "A deleted entity is created again only by a sender that could know of the deletion",
        arguments: [
            (nil, 5, false), (4, 5, false), (5, 5, true), (6, 5, true), (nil, 0, true),
            (2, 3, false), (3, 3, true),
        ] as [(Int64?, Int64, Bool)]
    )
    func revivals(_ base: Int64?, _ knowable: Int64, _ isApplied: Bool) {
        let creation = mutation(.create, typeFields("Tea"), base: base)

        let result = text(verdict(creation, entity(deleted: true), knowable: knowable))

        #expect(result == (isApplied ? "write" : "conflict 409"))
    }

    @Test("Each operation has its answer for a missing, an equal and a deleted entity")
    func states() {
        let same = typeFields("Coffee")
        let change = #"{"icon":"mug"}"#

        #expect(text(verdict(mutation(.create, same), nil)) == "write")
        #expect(text(verdict(mutation(.create, same), entity())) == "known 5")
        #expect(text(verdict(mutation(.create, typeFields("Tea")), entity())) == "conflict 409")
        #expect(text(verdict(mutation(.update, change), nil)) == "blocked 404")
        #expect(text(verdict(mutation(.update, same), entity())) == "unchanged 5")
        #expect(text(verdict(mutation(.update, change), entity(deleted: true))) == "conflict 409")
        #expect(text(verdict(mutation(.delete), nil)) == "unchanged nil")
        #expect(text(verdict(mutation(.delete, base: 0), nil)) == "delete")
        #expect(text(verdict(mutation(.delete), entity(deleted: true))) == "unchanged 5")
        for operation in [TrendyWire.Operation.create, .update, .delete] {
            let other = mutation(operation, same, kind: .geofence)
            #expect(text(verdict(other, entity())) == "rejected 409")
        }
        #expect(text(verdict(mutation(.create, "[]"), nil)) == "rejected 400")
        #expect(text(verdict(mutation(.update, "1"), entity())) == "rejected 400")
        #expect(text(verdict(mutation(.create, "{}"), nil)) == "rejected 422")
        #expect(text(verdict(mutation(.update, #"{"name":null}"#), entity())) == "rejected 422")
    }

    @Test("A creation drops members that are null, also to compare it with the stored entity")
    func nullMembers() throws {
        let withNull = #"{"other":null,"# + typeFields("Coffee").dropFirst()
        let creation = mutation(.create, withNull)

        let new = try #require(written(verdict(creation, nil)))

        #expect(try new.document()["other"] == nil)
        #expect(try new.document()["name"]?.string == "Coffee")
        #expect(text(verdict(creation, entity())) == "known 5")
        let plain = try #require(written(verdict(mutation(.create, typeFields("Tea")), nil)))
        #expect(try plain.document()["name"]?.string == "Tea")
    }

    @Test("Times are at most the server's time, and those of one entity never decrease")
    func times() {
        let change = #"{"icon":"mug"}"#
        let (early, late) = (now - .seconds(90), now + .seconds(1))
        let old = entity(at: now - .seconds(10))

        let new = written(verdict(mutation(.create, typeFields("Tea"), at: late), nil))
        let updated = written(verdict(mutation(.update, change, at: late), old))
        let backdated = written(verdict(mutation(.update, change, at: early), old))
        let deleted = written(verdict(mutation(.delete, at: early), old))
        let inTime = written(verdict(mutation(.delete, at: now - .seconds(20)), old))
        let tombstone = entity(deleted: true, at: now - .seconds(10))
        let revival = mutation(.create, typeFields("Tea"), base: 5, at: early)
        let revived = written(verdict(revival, tombstone))

        #expect(new?.createdAt == now)
        #expect(new?.updatedAt == now)
        #expect(updated?.createdAt == old.createdAt)
        #expect(updated?.updatedAt == now)
        #expect(backdated?.updatedAt == old.updatedAt)
        #expect(deleted?.deletedAt == old.createdAt)
        #expect(deleted?.updatedAt == old.updatedAt)
        #expect(inTime?.deletedAt == now - .seconds(20))
        #expect(inTime?.createdAt == old.createdAt)
        #expect(revived?.createdAt == now - .milliseconds(9_999))
        #expect(revived?.updatedAt == now - .milliseconds(9_999))
    }

    /// What is known of the ids of an event's type and geofence.
    enum Parents: String, CaseIterable {
        case both, noType, deletedType, otherType, noPlace, deletedPlace, otherPlace
        case deletedOtherPlace

        func kinds(_ isType: Bool) -> (live: EntityKind?, deleted: EntityKind?) {
            switch (self, isType) {
            case (.noType, true), (.noPlace, false): (nil, nil)
            case (.deletedType, true): (nil, .eventType)
            case (.otherType, true): (.geofence, nil)
            case (.deletedPlace, false): (nil, .geofence)
            case (.otherPlace, false): (.eventType, nil)
            case (.deletedOtherPlace, false): (nil, .eventType)
            default: (isType ? .eventType : .geofence, nil)
            }
        }

        var expected: String {
            switch self {
            case .both, .noPlace, .deletedPlace: "write"
            case .deletedType: "blocked 409"
            case .noType, .otherType, .otherPlace, .deletedOtherPlace: "blocked 404"
            }
        }
    }

    @Test("An event needs its type, but no geofence of its own", arguments: Parents.allCases)
    func parents(_ parents: Parents) {
        let fields = eventFields(type, extra: #","geofence_id":"\#(place)""#)
        let stored = entity(kind: .event, eventFields(type))
        let kinds: MutationValidator.Kinds = { parents.kinds($0 == type) }
        let named = mutation(
            .update,
            #"{"event_type_id":"\#(type)","geofence_id":"\#(place)"}"#,
            kind: .event
        )
        let other = mutation(.update, #"{"notes":"x"}"#, kind: .event)

        let created = verdict(mutation(.create, fields, kind: .event), nil, kinds: kinds)
        let updated = verdict(named, stored, kinds: kinds)
        let unrelated = verdict(other, stored, kinds: kinds)

        #expect(text(updated) == parents.expected)
        #expect(text(unrelated) == "write")
        // A creation that is scanned checks only the type.
        let isTypeMissing = [.noType, .deletedType, .otherType].contains(parents)
        if isTypeMissing { #expect(text(created) == parents.expected) }
    }

    @Test("An event may have 1 MiB and not one byte more, with and without a decoded document")
    func size() {
        let kinds: MutationValidator.Kinds = { _ in (.eventType, nil) }
        func creation(_ bytes: Int, _ extra: String = "") -> PushMutation {
            let head = String(eventFields(type, extra: extra + #","zzz":""#).dropLast())
            let text = String(repeating: "x", count: bytes - head.utf8.count - 2)
            return mutation(.create, head + text + #""}"#, kind: .event)
        }
        let most = Entity.maximumContentBytes

        #expect(creation(most).fields.utf8.count == most)
        #expect(text(verdict(creation(most), nil, kinds: kinds)) == "write")
        #expect(text(verdict(creation(most + 1), nil, kinds: kinds)) == "rejected 422")
    }
}
