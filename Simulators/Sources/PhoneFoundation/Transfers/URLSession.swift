public import Foundation
import SimulatedPhone

public import struct FoundationNetworking.URLRequest

/// A background session: its uploads continue when the app ends.
///
/// Other kinds of sessions are not supported; use Foundation's own for them. A session belongs to
/// the process that created it. Its delegate is called on the phone's timeline.
open class URLSession: NSObject, @unchecked Sendable {
    // Unchecked: mutable state is in the system, behind a lock.

    /// The configuration.
    public let configuration: URLSessionConfiguration
    /// The delegate.
    public let delegate: (any URLSessionDelegate)?
    let system: TransferSystem
    let generation: Int

    /// A session of the current process.
    ///
    /// Its delegate receives the outcome of uploads from an earlier session with the same
    /// identifier.
    public init(
        configuration: URLSessionConfiguration,
        delegate: (any URLSessionDelegate)?,
        delegateQueue queue: OperationQueue?
    ) {
        let phone = Phone.ofCaller("URLSession()")
        self.configuration = configuration
        self.delegate = delegate
        system = .of(phone)
        generation = phone.generation
        super.init()
        system.add(self)
    }

    var name: String { configuration.identifier ?? "" }

    /// Creates a task that uploads a file after it is resumed.
    open func uploadTask(with request: URLRequest, fromFile fileURL: URL) -> URLSessionUploadTask {
        URLSessionUploadTask(
            session: self,
            number: system.add(request, fileURL, to: self),
            request: request
        )
    }

    /// The unfinished tasks.
    open var allTasks: [URLSessionTask] {
        get async { system.tasks(of: self) }
    }
}

/// The configuration of a session.
open class URLSessionConfiguration: NSObject, @unchecked Sendable {
    // Unchecked: configured before a session is created with it.

    /// Identifies the session across processes.
    public let identifier: String?
    /// Whether the system chooses the time of transfers.
    open var isDiscretionary = false
    /// Whether the app is launched when all uploads have ended.
    open var sessionSendsLaunchEvents = true

    init(identifier: String) {
        self.identifier = identifier
    }

    /// A configuration for a background session.
    open class func background(withIdentifier identifier: String) -> URLSessionConfiguration {
        URLSessionConfiguration(identifier: identifier)
    }
}

/// A task of a session.
open class URLSessionTask: NSObject, @unchecked Sendable {
    // Unchecked: mutable state is in the system, behind a lock.

    private let session: URLSession
    /// Identifies the task within its session.
    public let taskIdentifier: Int
    /// The request.
    public let originalRequest: URLRequest?

    init(session: URLSession, number: Int, request: URLRequest) {
        self.session = session
        taskIdentifier = number
        originalRequest = request
    }

    /// The app's description; it outlives the process.
    open var taskDescription: String? {
        get { session.system.description(of: taskIdentifier) }
        set { session.system.describe(taskIdentifier, as: newValue) }
    }

    /// Starts or resumes the task.
    open func resume() { session.system.resume(taskIdentifier, session.generation) }

    /// Cancels the task; it ends with an error.
    open func cancel() { session.system.cancel(taskIdentifier, session.generation) }
}

/// An upload task.
open class URLSessionUploadTask: URLSessionTask, @unchecked Sendable {
    // Unchecked: like its superclass.
}

/// Receives events of a session.
public protocol URLSessionDelegate: NSObjectProtocol, Sendable {
    /// Reports that all events for which the app was launched have been delivered.
    func urlSessionDidFinishEvents(forBackgroundURLSession session: URLSession)
}

extension URLSessionDelegate {
    /// Does nothing; the method is optional in Apple's protocol.
    public func urlSessionDidFinishEvents(forBackgroundURLSession session: URLSession) {}
}

/// Receives events of a session's tasks.
public protocol URLSessionTaskDelegate: URLSessionDelegate {
    /// Reports that a task has ended.
    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        didCompleteWithError error: (any Error)?
    )
}
