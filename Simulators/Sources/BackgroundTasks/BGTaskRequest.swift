public import Foundation

/// A request for a background task; always one of the subclasses.
open class BGTaskRequest: NSObject, NSCopying {
    /// The identifier of the task.
    public let identifier: String

    /// The earliest time at which the task may begin; the system decides on the actual time.
    open var earliestBeginDate: Date?

    init(identifier: String) {
        self.identifier = identifier
    }

    /// Copies the request.
    open func copy(with zone: NSZone? = nil) -> Any {
        preconditionFailure("BGTaskRequest is abstract: submit one of its subclasses.")
    }
}

/// A request for an app refresh task.
open class BGAppRefreshTaskRequest: BGTaskRequest {
    /// A request for a task identifier.
    override public init(identifier: String) {
        super.init(identifier: identifier)
    }

    /// Copies the request.
    override open func copy(with zone: NSZone? = nil) -> Any {
        let copy = BGAppRefreshTaskRequest(identifier: identifier)
        copy.earliestBeginDate = earliestBeginDate
        return copy
    }
}

/// A request for a processing task.
open class BGProcessingTaskRequest: BGTaskRequest {
    /// Whether the task requires a network connection.
    open var requiresNetworkConnectivity = false
    /// Whether the task requires external power.
    open var requiresExternalPower = false

    /// A request for a task identifier.
    override public init(identifier: String) {
        super.init(identifier: identifier)
    }

    /// Copies the request.
    override open func copy(with zone: NSZone? = nil) -> Any {
        let copy = BGProcessingTaskRequest(identifier: identifier)
        copy.earliestBeginDate = earliestBeginDate
        copy.requiresNetworkConnectivity = requiresNetworkConnectivity
        copy.requiresExternalPower = requiresExternalPower
        return copy
    }
}
