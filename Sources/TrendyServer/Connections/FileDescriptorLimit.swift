#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// How many files the process may open (`RLIMIT_NOFILE`).
enum FileDescriptorLimit {
    /// Raises the soft limit to the hard one.
    ///
    /// - Returns: the limit that is in effect; `nil` when the system does not tell.
    static func raise() -> Int? {
        var limit = rlimit()
        guard getrlimit(resource, &limit) == 0 else { return nil }
        var raised = limit
        #if canImport(Darwin)
        // macOS refuses more than OPEN_MAX, whatever the hard limit says.
        raised.rlim_cur = min(limit.rlim_max, rlim_t(OPEN_MAX))
        #else
        raised.rlim_cur = limit.rlim_max
        #endif
        if raised.rlim_cur > limit.rlim_cur, setrlimit(resource, &raised) == 0 { limit = raised }
        return Int(clamping: limit.rlim_cur)
    }

    /// The connections that fit: those wished, or fewer where the limit leaves no more beside
    /// ``ConnectionLimits/reservedDescriptors``, or half of a very low limit; at least one.
    static func connections(wished: Int, limit: Int?) -> Int {
        guard let limit else { return wished }
        return max(1, min(wished, limit - min(ConnectionLimits.reservedDescriptors, limit / 2)))
    }

    #if canImport(Darwin) || canImport(Musl)
    private static let resource = RLIMIT_NOFILE
    #else
    private static let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    #endif
}
