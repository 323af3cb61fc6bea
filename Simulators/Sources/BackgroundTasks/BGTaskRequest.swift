public import Foundation

/// A request for time in the background: one of its subclasses.
open class BGTaskRequest: NSObject, NSCopying {
    /// The identifier of the task.
    public let identifier: String

    /// Not before this; it says nothing about when.
    open var earliestBeginDate: Date?

    init(identifier: String) {
        self.identifier = identifier
    }

    /// A request that says the same.
    open func copy(with zone: NSZone? = nil) -> Any {
        preconditionFailure("BGTaskRequest is abstract: submit one of its subclasses.")
    }
}

/// A request for a short while.
open class BGAppRefreshTaskRequest: BGTaskRequest {
    /// A request for an identifier.
    override public init(identifier: String) {
        super.init(identifier: identifier)
    }

    /// A request that says the same.
    override open func copy(with zone: NSZone? = nil) -> Any {
        let copy = BGAppRefreshTaskRequest(identifier: identifier)
        copy.earliestBeginDate = earliestBeginDate
        return copy
    }
}

/// A request for minutes, while the device is idle.
open class BGProcessingTaskRequest: BGTaskRequest {
    /// Whether it waits for a network.
    open var requiresNetworkConnectivity = false
    /// Whether it waits for a charger.
    open var requiresExternalPower = false

    /// A request for an identifier.
    override public init(identifier: String) {
        super.init(identifier: identifier)
    }

    /// A request that says the same.
    override open func copy(with zone: NSZone? = nil) -> Any {
        let copy = BGProcessingTaskRequest(identifier: identifier)
        copy.earliestBeginDate = earliestBeginDate
        copy.requiresNetworkConnectivity = requiresNetworkConnectivity
        copy.requiresExternalPower = requiresExternalPower
        return copy
    }
}
