public import Foundation
import SimulatedPhone

/// An object of the store: immutable, and equal to any object with the same identifier.
open class HKObject: NSObject, @unchecked Sendable {
    // Unchecked, as its subclasses: all state is `let`, and metadata holds property-list values.

    /// Assigned at creation; not derived from the content.
    public let uuid: UUID
    /// The device that produced it.
    public let device: HKDevice?
    /// The metadata; `nil` when empty.
    public let metadata: [String: Any]?
    /// The source that saved it; `nil` before it is saved.
    package let savedBy: HKSourceRevision?

    package init(_ record: HKObjectRecord) {
        uuid = record.uuid
        device = record.device
        metadata = record.metadata?.isEmpty == true ? nil : record.metadata
        savedBy = record.savedBy
        super.init()
    }

    /// The source that saved it; the app itself before it is saved.
    public var sourceRevision: HKSourceRevision {
        savedBy ?? HKSourceRevision(source: .default(), version: nil)
    }

    /// The source that saved it.
    public var source: HKSource { sourceRevision.source }

    /// Compares the identifiers.
    override open func isEqual(_ object: Any?) -> Bool {
        (object as? HKObject)?.uuid == uuid
    }

    /// The hash of the identifier.
    override open var hash: Int { uuid.hashValue }
}

/// The common properties of every object.
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

    /// The record of an object that the app creates.
    init(made what: String, device: HKDevice?, metadata: [String: Any]?) {
        let uuid = currentPhone(what).randomness.uuid()
        self.init(uuid: uuid, device: device, metadata: metadata)
    }

    /// The record of an object with another source, and with another identifier if given.
    package init(copying object: HKObject, uuid: UUID? = nil, savedBy: HKSourceRevision? = nil) {
        self.init(
            uuid: uuid ?? object.uuid,
            device: object.device,
            metadata: object.metadata,
            savedBy: savedBy ?? object.savedBy
        )
    }
}
