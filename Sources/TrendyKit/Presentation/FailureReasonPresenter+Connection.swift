import TrendyLocalization
import TrendyModel
import TrendySync

extension FailureReasonPresenter {
    /// The host of a server's address, with its port if it has one.
    static func host(_ address: String) -> String {
        ServerAddress(address)?.authority ?? address
    }

    static func text(_ address: String, _ failure: FailureReason.ConnectionFailure) -> String {
        let reason =
            switch failure {
            case .timedOut: Strings.Server.timedOut()
            case .noServer: Strings.Server.notAtPlace()
            case .closed: Strings.Server.connectionClosed()
            case .noNetwork: Strings.Server.noNetwork()
            case .notSecure: Strings.Server.notSecure()
            case .notHTTP: Strings.Server.notHTTP()
            case .invalidAddress: Strings.Server.badAddress()
            // The details are for logs.
            case .other: Strings.Server.connectionFailed()
            }
        return Strings.Server.unreachable(["address": host(address), "reason": reason])
    }

    static func text(_ address: String, _ failure: FailureReason.AddressFailure) -> String {
        let reason =
            switch failure {
            case .whitespace: Strings.Address.whitespace()
            case .scheme: Strings.Address.scheme()
            case .noHost: Strings.Address.noHost()
            case .host: Strings.Address.host()
            case .international: Strings.Address.international()
            case .ipv6: Strings.Address.ipv6()
            case .port: Strings.Address.port()
            case .user: Strings.Address.user()
            case .path: Strings.Address.path()
            }
        return Strings.Address.invalid(["address": address, "reason": reason])
    }
}
