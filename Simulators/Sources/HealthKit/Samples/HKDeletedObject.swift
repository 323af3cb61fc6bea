public import Foundation

/// The record of a deleted sample, kept for a limited time.
public final class HKDeletedObject: NSObject, @unchecked Sendable {
    // Unchecked: all state is `let`, and metadata holds property-list values.

    /// The identifier of the deleted sample.
    public let uuid: UUID
    /// The sync identifier and version, if the sample had them; otherwise `nil`.
    public let metadata: [String: Any]?

    package init(of sample: HKSample) {
        uuid = sample.uuid
        let kept = sample.metadata?.filter {
            [HKMetadataKeySyncIdentifier, HKMetadataKeySyncVersion].contains($0.key)
        }
        metadata = kept?.isEmpty == true ? nil : kept
        super.init()
    }

    /// Compares the identifiers.
    override public func isEqual(_ object: Any?) -> Bool {
        (object as? HKDeletedObject)?.uuid == uuid
    }

    /// The hash of the identifier.
    override public var hash: Int { uuid.hashValue }
}
