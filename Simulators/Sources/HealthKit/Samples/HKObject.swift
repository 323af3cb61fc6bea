public import Foundation
import SimulatedPhone

/// What the store keeps: immutable, and the same object wherever its identifier is the same.
open class HKObject: NSObject, @unchecked Sendable {
    // Unchecked, as its subclasses: all state is `let`, and metadata holds property-list values.

    /// Given when the object is made; no identity of its content.
    public let uuid: UUID
    /// What measured it.
    public let device: HKDevice?
    /// What else is known; `nil` when nothing is.
    public let metadata: [String: Any]?
    /// Who saved it; `nil` until then.
    package let savedBy: HKSourceRevision?

    package init(_ record: HKObjectRecord) {
        uuid = record.uuid
        device = record.device
        metadata = record.metadata?.isEmpty == true ? nil : record.metadata
        savedBy = record.savedBy
        super.init()
    }

    /// Who saved it; the app itself as long as nobody did.
    public var sourceRevision: HKSourceRevision {
        savedBy ?? HKSourceRevision(source: .default(), version: nil)
    }

    /// Who saved it.
    public var source: HKSource { sourceRevision.source }

    /// Whether the other has the same identifier.
    override open func isEqual(_ object: Any?) -> Bool {
        (object as? HKObject)?.uuid == uuid
    }

    /// Of the identifier.
    override open var hash: Int { uuid.hashValue }
}

/// What every object is made of.
package struct HKObjectRecord {
    package var uuid: UUID
    package var device: HKDevice?
    package var metadata: [String: Any]?
    package var savedBy: HKSourceRevision?

    package init(
        uuid: UUID,
        device: HKDevice? = nil,
        metadata: [String: Any]? = nil,
        savedBy: HKSourceRevision? = nil
    ) {
        self.uuid = uuid
        self.device = device
        self.metadata = metadata
        self.savedBy = savedBy
    }

    /// That of an object that the app makes.
    init(made what: String, device: HKDevice?, metadata: [String: Any]?) {
        let uuid = currentPhone(what).randomness.uuid()
        self.init(uuid: uuid, device: device, metadata: metadata)
    }

    /// That of an object, kept as it is but for who saved it, and under which identifier.
    package init(copying object: HKObject, uuid: UUID? = nil, savedBy: HKSourceRevision? = nil) {
        self.init(
            uuid: uuid ?? object.uuid,
            device: object.device,
            metadata: object.metadata,
            savedBy: savedBy ?? object.savedBy
        )
    }
}
