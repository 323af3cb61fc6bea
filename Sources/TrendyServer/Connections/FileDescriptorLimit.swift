#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// The limit of open files of the process (`RLIMIT_NOFILE`).
enum FileDescriptorLimit {
    /// Raises the soft limit to the hard limit.
    ///
    /// - Returns: the effective limit; `nil` when the system does not report it.
    static func raise() -> Int? {
        var limit = rlimit()
        guard getrlimit(resource, &limit) == 0 else { return nil }
        var raised = limit
        #if canImport(Darwin)
        // macOS refuses more than OPEN_MAX, independent of the hard limit.
        raised.rlim_cur = min(limit.rlim_max, rlim_t(OPEN_MAX))
        #else
        raised.rlim_cur = limit.rlim_max
        #endif
        if raised.rlim_cur > limit.rlim_cur, setrlimit(resource, &raised) == 0 { limit = raised }
        return Int(clamping: limit.rlim_cur)
    }

    /// The connection limit that fits the file descriptors: at most `requested`, less
    /// ``ConnectionLimits/reservedDescriptors`` or half of a very low limit, and at least one.
    static func connections(requested: Int, limit: Int?) -> Int {
        guard let limit else { return requested }
        return max(1, min(requested, limit - min(ConnectionLimits.reservedDescriptors, limit / 2)))
    }

    #if canImport(Darwin) || canImport(Musl)
    private static let resource = RLIMIT_NOFILE
    #else
    private static let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    #endif
}
