public import Foundation
import SimulatedPhone

public import struct FoundationNetworking.URLRequest

/// Uploads that the system carries on with, whatever becomes of the app: a background session.
///
/// There are no others here; for those use Foundation's own. It belongs to the process that made it. Its delegate is called on the phone's timeline.
open class URLSession: NSObject, @unchecked Sendable {
    // Unchecked: what changes is in the system, behind a lock.

    /// What it was made with.
    public let configuration: URLSessionConfiguration
    /// Who is told.
    public let delegate: (any URLSessionDelegate)?
    let system: TransferSystem
    let generation: Int

    /// A session of the current phone's process; what became of the uploads of an earlier one with
    /// the same identifier is told to its delegate.
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

    /// A task that uploads a file, once it is resumed.
    open func uploadTask(with request: URLRequest, fromFile fileURL: URL) -> URLSessionUploadTask {
        URLSessionUploadTask(
            session: self,
            number: system.add(request, fileURL, to: self),
            request: request
        )
    }

    /// The tasks that are under way.
    open var allTasks: [URLSessionTask] {
        get async { system.tasks(of: self) }
    }
}

/// How a session does what it does.
open class URLSessionConfiguration: NSObject, @unchecked Sendable {
    // Unchecked: it is set up before a session is made with it.

    /// Tells the session from others, across processes.
    public let identifier: String?
    /// Whether the system chooses the time.
    open var isDiscretionary = false
    /// Whether the app is launched when all uploads have ended.
    open var sessionSendsLaunchEvents = true

    init(identifier: String) {
        self.identifier = identifier
    }

    /// For a session in the background.
    open class func background(withIdentifier identifier: String) -> URLSessionConfiguration {
        URLSessionConfiguration(identifier: identifier)
    }
}

/// A task of a session's.
open class URLSessionTask: NSObject, @unchecked Sendable {
    // Unchecked: what changes is in the system, behind a lock.

    private let session: URLSession
    /// Tells the task from others of its session.
    public let taskIdentifier: Int
    /// What it was made with.
    public let originalRequest: URLRequest?

    init(session: URLSession, number: Int, request: URLRequest) {
        self.session = session
        taskIdentifier = number
        originalRequest = request
    }

    /// What the app calls it; it outlives the process.
    open var taskDescription: String? {
        get { session.system.description(of: taskIdentifier) }
        set { session.system.describe(taskIdentifier, as: newValue) }
    }

    /// Begins, or goes on.
    open func resume() { session.system.resume(taskIdentifier, session.generation) }

    /// Ends it with an error.
    open func cancel() { session.system.cancel(taskIdentifier, session.generation) }
}

/// A task that uploads.
open class URLSessionUploadTask: URLSessionTask, @unchecked Sendable {
    // Unchecked: as any task.
}

/// Who is told of a session.
public protocol URLSessionDelegate: NSObjectProtocol, Sendable {
    /// All that the app was woken for was told.
    func urlSessionDidFinishEvents(forBackgroundURLSession session: URLSession)
}

extension URLSessionDelegate {
    /// Optional at Apple's: nothing is done.
    public func urlSessionDidFinishEvents(forBackgroundURLSession session: URLSession) {}
}

/// Who is told of a session's tasks.
public protocol URLSessionTaskDelegate: URLSessionDelegate {
    /// A task has ended.
    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        didCompleteWithError error: (any Error)?
    )
}
