extension Strings {
    /// Why a text is no address of a server.
    public enum Address {
        /// The address is not valid; `{reason}` says why.
        public static let invalid = LocalizedText(
            "address.invalid",
            "'{address}' is no server address: {reason}. Enter one such as https://trendy.example "
                + "or http://127.0.0.1:8080."
        )
        /// It holds a space or a control character.
        public static let whitespace = LocalizedText(
            "address.whitespace",
            "it contains a space or a control character"
        )
        /// It has no scheme, or another one.
        public static let scheme = LocalizedText(
            "address.scheme",
            "it does not begin with https:// or http://"
        )
        /// It names no host.
        public static let noHost = LocalizedText("address.no_host", "it names no host")
        /// Its host cannot be one.
        public static let host = LocalizedText(
            "address.host",
            "its host is not made of letters, digits, dots and hyphens"
        )
        /// Its host is not ASCII.
        public static let international = LocalizedText(
            "address.international",
            "its host has letters beyond ASCII; write such a name in the form that begins with xn--"
        )
        /// Its IPv6 address is not valid.
        public static let ipv6 = LocalizedText(
            "address.ipv_six",
            "its IPv6 address is not valid; write one in brackets, such as http://[::1]:8080"
        )
        /// Its port is not valid.
        public static let port = LocalizedText(
            "address.port",
            "its port is not a number from 1 to 65535"
        )
        /// It names a user.
        public static let user = LocalizedText(
            "address.user",
            "it contains a user name or a password, which are given separately"
        )
        /// It has a path, a query or a fragment.
        public static let path = LocalizedText(
            "address.path",
            "something follows its host; the address of a server has no path, query or fragment"
        )

        static let all: [LocalizedText] = [
            invalid, whitespace, scheme, noHost, host, international, ipv6, port, user, path,
        ]
    }
}
