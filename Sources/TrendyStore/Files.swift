#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

func fileExists(_ path: String) -> Bool {
    access(path, F_OK) == 0
}

func rename(_ old: String, to new: String) throws(StoreError) {
    #if canImport(Darwin)
    let result = Darwin.rename(old, new)
    #else
    let result = Glibc.rename(old, new)
    #endif
    guard result == 0 else {
        throw StoreError(
            code: .cannotOpen,
            message: "\(old) cannot be moved to \(new): \(String(cString: strerror(errno)))."
        )
    }
}
