public import Foundation
import SimulatedLocationBehavior

extension CLMonitor {
    /// An event of a condition.
    public struct Event: Sendable {
        /// The state of a condition, with Apple's raw values.
        public enum State: Int, Sendable {
            /// Unknown.
            case unknown = 0
            /// The condition is satisfied.
            case satisfied = 1
            /// The condition is not satisfied.
            case unsatisfied = 2
            /// The condition is not monitored.
            case unmonitored = 3
        }

        /// The identifier of the condition.
        public let identifier: String
        /// The state.
        public let state: State
        /// The time of the event.
        public let date: Date
        /// A more specific condition that is satisfied; always `nil` for circles.
        public let refinement: (any CLCondition)?
        let diagnosis: Diagnosis

        init(_ identifier: String, _ state: State, _ date: Date, _ diagnosis: Diagnosis) {
            self.identifier = identifier
            self.state = state
            self.date = date
            self.refinement = nil
            self.diagnosis = diagnosis
        }

        /// Whether the person denies location access.
        public var authorizationDenied: Bool { diagnosis.authorizationDenied }
        /// Whether location services are off.
        public var authorizationDeniedGlobally: Bool { diagnosis.authorizationDeniedGlobally }
        /// Whether the app cannot be authorized.
        public var authorizationRestricted: Bool { diagnosis.authorizationRestricted }
        /// Whether the app would have to be in use.
        public var insufficientlyInUse: Bool { diagnosis.insufficientlyInUse }
        /// Whether only reduced accuracy is authorized.
        public var accuracyLimited: Bool { diagnosis.accuracyLimited }
        /// Whether the device does not support the condition.
        public var conditionUnsupported: Bool { diagnosis.conditionUnsupported }
        /// Whether the limit of conditions is exceeded.
        public var conditionLimitExceeded: Bool { diagnosis.conditionLimitExceeded }
        /// Whether storage is unavailable, as before the first unlock.
        public var persistenceUnavailable: Bool { diagnosis.persistenceUnavailable }
        /// Whether a service session is required.
        public var serviceSessionRequired: Bool { diagnosis.serviceSessionRequired }
        /// Whether an authorization prompt is open.
        public var authorizationRequestInProgress: Bool { diagnosis.authorizationRequestInProgress }
    }

    /// A condition with its last event.
    public struct Record: Sendable {
        /// The condition.
        public let condition: any CLCondition
        /// The last event that the app has processed.
        public let lastEvent: CLMonitor.Event
    }

    /// The sequence of events.
    ///
    /// It ends with `CancellationError` when the process ends.
    ///
    /// It supports one iterator at a time: a new iterator ends the earlier one.
    public struct Events: AsyncSequence, Sendable {
        /// One event.
        public typealias Element = CLMonitor.Event

        let port: MonitorPort

        /// Iterates over the events.
        public struct AsyncIterator: AsyncIteratorProtocol {
            let port: MonitorPort
            var base: AsyncThrowingStream<Event, any Error>.AsyncIterator
            var handled: Event?

            /// The next event.
            ///
            /// Requesting it marks the previous one as processed.
            public mutating func next() async throws -> CLMonitor.Event? {
                if let handled { port.promote(handled) }
                handled = nil
                handled = try await base.next()
                return handled
            }
        }

        /// Creates an iterator.
        public func makeAsyncIterator() -> AsyncIterator {
            AsyncIterator(port: port, base: port.listen().makeAsyncIterator())
        }
    }
}
