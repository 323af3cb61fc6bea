import HTTPTypes
import Testing
import TrendyServer

@Suite("The client address of per-client limits")
struct ClientAddressTests {
    private func address(_ text: String) throws -> IPAddress { try #require(IPAddress(text)) }

    private func client(_ text: String) throws -> ClientAddress {
        ClientAddress(try address(text))
    }

    @Test("An IPv6 /64 is one client, and each IPv4 address is one client")
    func networks() throws {
        #expect(try client("2001:db8::1") == client("2001:db8::ffff:1"))
        #expect(try client("2001:db8::1") != client("2001:db8:0:1::1"))
        #expect(try client("192.0.2.1") != client("192.0.2.2"))
        #expect(try client("192.0.2.1") == client("::ffff:192.0.2.1"))
        #expect(try client("192.0.2.1") != .unknown)
    }

    @Test("Loopback is 127.0.0.0/8 and ::1")
    func loopback() throws {
        #expect(try client("127.0.0.1").isLoopback)
        #expect(try client("127.8.8.8").isLoopback)
        #expect(try client("::1").isLoopback)
        #expect(try !client("::2").isLoopback)
        #expect(try !client("192.0.2.1").isLoopback)
        #expect(!ClientAddress.unknown.isLoopback)
    }

    @Test(
        "Invalid text is refused as an address",
        arguments: ["", "a", "1.2.3", "[::1]", "1.2.3.4:5"]
    )
    func invalid(_ text: String) {
        #expect(IPAddress(text) == nil)
    }

    @Test("The description never shows the address")
    func description() throws {
        #expect(try "\(client("192.0.2.77"))" == "client address")
    }

    @Test("A pseudonym is stable for one key and differs between clients and keys")
    func pseudonyms() throws {
        let names = AddressPseudonyms(random: TestRandom(seed: 1))
        let others = AddressPseudonyms(random: TestRandom(seed: 2))
        let client = try client("192.0.2.1")

        #expect(names.name(of: client) == names.name(of: client))
        #expect(names.name(of: client).count == 8)
        #expect(try names.name(of: client) != names.name(of: self.client("192.0.2.2")))
        #expect(names.name(of: client) != others.name(of: client))
    }

    @Test(
        "Behind a trusted proxy, the client is the last untrusted address of X-Forwarded-For",
        arguments: [
            ("198.51.100.7", "198.51.100.7"),
            ("203.0.113.9, 198.51.100.7", "198.51.100.7"),
            ("198.51.100.7, 10.0.0.2", "198.51.100.7"),
            ("203.0.113.9,\t198.51.100.7\t", "198.51.100.7"),
            ("[2001:db8::5", "10.0.0.1"),
            ("198.51.100.7:4711", "198.51.100.7"),
            ("\"[2001:db8::5]:4711\"", "2001:db8::5"),
            ("198.51.100.7, nonsense", "10.0.0.1"),
            ("", "10.0.0.1"),
        ]
    )
    func forwarded(_ header: String, _ expected: String) throws {
        let proxies = ForwardedClient(
            trustedProxies: [try address("10.0.0.1"), try address("10.0.0.2")]
        )

        let found = proxies.client(
            peer: try address("10.0.0.1"),
            headers: [.forwardedFor: header]
        )

        #expect(try found == client(expected))
    }

    @Test("X-Forwarded-For of an untrusted peer is ignored")
    func untrusted() throws {
        let proxies = ForwardedClient(trustedProxies: [try address("10.0.0.1")])

        let found = proxies.client(
            peer: try address("192.0.2.1"),
            headers: [.forwardedFor: "198.51.100.7"]
        )

        #expect(try found == client("192.0.2.1"))
        #expect(proxies.client(peer: nil, headers: [.forwardedFor: "198.51.100.7"]) == .unknown)
    }
}
