/// The metrics that a server exports to Prometheus.
///
/// Labels have few values: no account, address or other personal data.
package enum ServerMetric: String, CaseIterable, Sendable {
    /// The kind of a metric in the text format.
    package enum Kind: String, Sendable {
        /// A number that only grows.
        case counter
        /// A number of now.
        case gauge
        /// A distribution of seconds.
        case histogram
    }

    case requests = "trendy_http_requests_total"
    case requestDuration = "trendy_http_request_duration_seconds"
    case requestsInProgress = "trendy_http_requests_in_progress"
    case problems = "trendy_http_problems_total"
    case connections = "trendy_connections"
    case workWaiting = "trendy_work_waiting"
    case changeStreams = "trendy_change_streams"
    case pushes = "trendy_pushes_total"
    case mutations = "trendy_mutations_total"
    case quotaRefusals = "trendy_quota_refusals_total"
    case accounts = "trendy_accounts"
    case sessions = "trendy_sessions"
    case databaseBytes = "trendy_database_bytes"
    case tombstones = "trendy_tombstones"
    case databaseConnections = "trendy_database_connections"
    case databaseWait = "trendy_database_wait_seconds"
    case databaseRefusals = "trendy_database_refusals_total"
    case databaseConflicts = "trendy_database_conflicts_total"
    case unknownCommits = "trendy_database_unknown_commits_total"
    case noticeLag = "trendy_change_notice_lag_seconds"
    case garbageCollections = "trendy_garbage_collections_total"
    case garbageDuration = "trendy_garbage_collection_duration_seconds"
    case lastGarbageCollection = "trendy_garbage_collection_last_success_timestamp_seconds"
    case startTime = "process_start_time_seconds"
    case processorTime = "process_cpu_seconds_total"
    case residentMemory = "process_resident_memory_bytes"
    case openFiles = "process_open_fds"

    /// The kind of the metric.
    package var kind: Kind {
        switch self {
        case .requests, .problems, .pushes, .mutations, .quotaRefusals, .garbageCollections,
            .databaseRefusals, .databaseConflicts, .unknownCommits, .processorTime:
            .counter
        case .requestDuration, .garbageDuration, .databaseWait, .noticeLag: .histogram
        case .requestsInProgress, .connections, .workWaiting, .changeStreams, .accounts,
            .sessions, .databaseBytes, .tombstones, .databaseConnections,
            .lastGarbageCollection, .startTime, .residentMemory, .openFiles:
            .gauge
        }
    }

    /// The names of the labels.
    package var labels: [String] {
        switch self {
        case .requests: ["method", "route", "status"]
        case .requestDuration: ["method", "route"]
        case .problems: ["code"]
        case .workWaiting: ["queue"]
        case .mutations: ["status"]
        case .databaseBytes: ["file"]
        case .garbageCollections: ["result"]
        case .databaseConnections: ["state"]
        case .databaseRefusals: ["reason"]
        default: []
        }
    }

    /// Whether only a server on a PostgreSQL database has the metric.
    package var isOfPostgres: Bool {
        switch self {
        case .databaseConnections, .databaseWait, .databaseRefusals, .databaseConflicts,
            .unknownCommits, .noticeLag:
            true
        default: false
        }
    }

    /// The description in the text format.
    package var help: String {
        switch self {
        case .requests: "Requests by route and class of the status"
        case .requestDuration: "Time until the answer begins"
        case .requestsInProgress: "Requests whose answer has not begun"
        case .problems: "Answers with a problem, by its code"
        case .connections: "Open connections of clients"
        case .workWaiting:
            "Reads and writes that wait for their turn or a connection, sign-ins for a thread"
        case .changeStreams: "Open streams of changes"
        case .pushes: "Transactions of pushes and of single writes"
        case .mutations: "Mutations of pushes and of single writes, by result"
        case .quotaRefusals: "Mutations that were refused by the quota of an account"
        case .accounts: "Accounts"
        case .sessions: "Sessions that have not ended"
        case .databaseBytes: "Size of the database and of its write-ahead log"
        case .tombstones: "Deleted entities that devices may still have to pull"
        case .databaseConnections: "Connections to PostgreSQL, by state"
        case .databaseWait: "Time until a call got a connection to PostgreSQL"
        case .databaseRefusals: "Calls that got no connection to PostgreSQL, by reason"
        case .databaseConflicts: "Repetitions of transactions that conflicted with others"
        case .unknownCommits: "Commits whose result the server did not learn"
        case .noticeLag: "Time from a commit until the other servers are told"
        case .garbageCollections: "Daily clean-ups of the database, by result"
        case .garbageDuration: "Duration of a clean-up of the database"
        case .lastGarbageCollection: "When the last clean-up of the database succeeded"
        case .startTime: "Start time of the process since the Unix epoch"
        case .processorTime: "User and system processor time"
        case .residentMemory: "Resident memory"
        case .openFiles: "Open file descriptors"
        }
    }
}
