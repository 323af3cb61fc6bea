public import Foundation

/// What is left of a deleted sample, for a while.
public final class HKDeletedObject: NSObject, @unchecked Sendable {
    // Unchecked: all state is `let`, and metadata holds property-list values.

    /// The identifier of what was deleted.
    public let uuid: UUID
    /// Its sync identifier and version, if it had them; `nil` else.
    public let metadata: [String: Any]?

    package init(of sample: HKSample) {
        uuid = sample.uuid
        let kept = sample.metadata?.filter {
            [HKMetadataKeySyncIdentifier, HKMetadataKeySyncVersion].contains($0.key)
        }
        metadata = kept?.isEmpty == true ? nil : kept
        super.init()
    }

    /// Whether the other was the same sample.
    override public func isEqual(_ object: Any?) -> Bool {
        (object as? HKDeletedObject)?.uuid == uuid
    }

    /// Of the identifier.
    override public var hash: Int { uuid.hashValue }
}
