extension Strings {
    /// Reasons why a text is not a valid server address.
    package enum Address {
        /// The address is not valid; `{reason}` says why.
        package static let invalid = LocalizedText(
            "address.invalid",
            "'{address}' is not a server address: {reason}. Enter one such as "
                + "https://trendy.example or http://127.0.0.1:8080."
        )
        /// The address contains a space or a control character.
        package static let whitespace = LocalizedText(
            "address.whitespace",
            "it contains a space or a control character"
        )
        /// The scheme is missing or is neither HTTP nor HTTPS.
        package static let scheme = LocalizedText(
            "address.scheme",
            "it does not begin with https:// or http://"
        )
        /// The host is missing.
        package static let noHost = LocalizedText("address.no_host", "it has no host name")
        /// The host has invalid characters.
        package static let host = LocalizedText(
            "address.host",
            "its host name may only contain letters, digits, dots and hyphens"
        )
        /// The host is not ASCII.
        package static let international = LocalizedText(
            "address.international",
            "its host name has letters beyond ASCII; use the form that begins with xn--"
        )
        /// The IPv6 address is not valid.
        package static let ipv6 = LocalizedText(
            "address.ipv_six",
            "its IPv6 address is not valid; write one in brackets, such as http://[::1]:8080"
        )
        /// The port is not valid.
        package static let port = LocalizedText(
            "address.port",
            "its port is not a number from 1 to 65535"
        )
        /// The address contains a user.
        package static let user = LocalizedText(
            "address.user",
            "it contains a user name or a password, which are given separately"
        )
        /// The address has a path, a query or a fragment.
        package static let path = LocalizedText(
            "address.path",
            "something follows its host; the address of a server has no path, query or fragment"
        )

        static let all: [LocalizedText] = [
            invalid, whitespace, scheme, noHost, host, international, ipv6, port, user, path,
        ]
    }
}
