import NIOCore
import NIOPosix

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

extension ServerError {
    /// Explains why a server cannot listen on an address; returns any other error unchanged.
    static func listening(on host: String, _ port: Int, _ error: any Error) -> any Error {
        let place = "\(host):\(port)"
        if let error = error as? IOError {
            if error.errnoCode == EADDRINUSE {
                return ServerError(
                    code: .addressInUse,
                    message: "Another program listens on \(place). Stop it, or choose another port "
                        + "(0 takes any that is free)."
                )
            }
            return ServerError(
                code: .cannotListen,
                message: "\(place) cannot be listened on: \(error.description). "
                    + "Check the host and the port."
            )
        }
        if error is SocketAddressError || error is SocketAddressError.UnknownHost
            || "\(type(of: error))".contains("Connection")
        {
            return ServerError(
                code: .cannotListen,
                message: "\(place) cannot be listened on. Check the host and the port."
            )
        }
        return error
    }
}
