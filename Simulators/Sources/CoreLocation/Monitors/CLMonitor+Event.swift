public import Foundation
import SimulatedLocationBehavior

extension CLMonitor {
    /// What a monitor found out about a condition.
    public struct Event: Sendable {
        /// How a condition is; the numbers are Apple's.
        public enum State: Int, Sendable {
            /// Not known.
            case unknown = 0
            /// It holds.
            case satisfied = 1
            /// It does not.
            case unsatisfied = 2
            /// Nobody looks.
            case unmonitored = 3
        }

        /// Which condition.
        public let identifier: String
        /// How it is.
        public let state: State
        /// When that was seen.
        public let date: Date
        /// What exactly holds, of a condition that leaves it open; circles leave nothing open.
        public let refinement: (any CLCondition)?
        let diagnosis: Diagnosis

        init(_ identifier: String, _ state: State, _ date: Date, _ diagnosis: Diagnosis) {
            self.identifier = identifier
            self.state = state
            self.date = date
            self.refinement = nil
            self.diagnosis = diagnosis
        }

        /// Whether the person does not allow it.
        public var authorizationDenied: Bool { diagnosis.authorizationDenied }
        /// Whether location services are off.
        public var authorizationDeniedGlobally: Bool { diagnosis.authorizationDeniedGlobally }
        /// Whether the app cannot be allowed.
        public var authorizationRestricted: Bool { diagnosis.authorizationRestricted }
        /// Whether the app would have to be in use.
        public var insufficientlyInUse: Bool { diagnosis.insufficientlyInUse }
        /// Whether only reduced accuracy is allowed.
        public var accuracyLimited: Bool { diagnosis.accuracyLimited }
        /// Whether the device cannot watch such a condition.
        public var conditionUnsupported: Bool { diagnosis.conditionUnsupported }
        /// Whether there were too many.
        public var conditionLimitExceeded: Bool { diagnosis.conditionLimitExceeded }
        /// Whether nothing can be kept, as before the first unlock.
        public var persistenceUnavailable: Bool { diagnosis.persistenceUnavailable }
        /// Whether a service session is missing.
        public var serviceSessionRequired: Bool { diagnosis.serviceSessionRequired }
        /// Whether the person is being asked.
        public var authorizationRequestInProgress: Bool { diagnosis.authorizationRequestInProgress }
    }

    /// A condition and the last event of it.
    public struct Record: Sendable {
        /// What is watched.
        public let condition: any CLCondition
        /// The last event that the app has dealt with.
        public let lastEvent: CLMonitor.Event
    }

    /// Events as they come; they end with `CancellationError` when the process does.
    ///
    /// For one at a time: whoever begins to wait ends the wait of others.
    public struct Events: AsyncSequence, Sendable {
        /// One event.
        public typealias Element = CLMonitor.Event

        let port: MonitorPort

        /// Waits for events, one after the other.
        public struct AsyncIterator: AsyncIteratorProtocol {
            let port: MonitorPort
            var base: AsyncThrowingStream<Event, any Error>.AsyncIterator
            var handled: Event?

            /// The next event; asking for it says that the one before was dealt with.
            public mutating func next() async throws -> CLMonitor.Event? {
                if let handled { port.promote(handled) }
                handled = nil
                handled = try await base.next()
                return handled
            }
        }

        /// Begins to wait for events.
        public func makeAsyncIterator() -> AsyncIterator {
            AsyncIterator(port: port, base: port.listen().makeAsyncIterator())
        }
    }
}
