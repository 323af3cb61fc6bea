import Testing

@testable import TrendyPublish

@Suite("Publish addresses")
struct PublishAddressTests {
    @Test("A broker's address has a host, a port and a user")
    func brokers() throws {
        let plain = try MQTTEndpoint("mqtt://home%20user@192.168.1.2")
        #expect(plain.host == "192.168.1.2")
        #expect(plain.port == 1883)
        #expect(plain.user == "home user")
        #expect(!plain.isEncrypted)
        #expect(plain.description == "mqtt://192.168.1.2:1883")
        let secure = try MQTTEndpoint("MQTTS://broker.example.org:9000/")
        #expect(secure.host == "broker.example.org")
        #expect(secure.port == 9000)
        #expect(secure.user == nil)
        #expect(secure.isEncrypted)
        let local = try MQTTEndpoint("mqtts://[::1]")
        #expect(local.host == "::1")
        #expect(local.port == 8883)
        #expect(local.description == "mqtts://[::1]:8883")
    }

    @Test(
        "An address of anything else is refused, without the password that it contains",
        arguments: [
            "", "host", "http://host", "mqtt://", "mqtt://a b", "mqtt://host:0",
            "mqtt://host:99999", "mqtt://host/path", "mqtt://user:hunter2@host", "mqtt://@host",
            "mqtt://[::1", "mqtt://bücher.example",
        ]
    )
    func refusedBrokers(_ text: String) {
        let error = #expect(throws: PublishError.self) { try MQTTEndpoint(text) }

        #expect(error?.code == .invalidAddress)
        #expect(error?.message.contains("hunter2") == false)
    }

    @Test("A webhook needs https, except on this machine or on demand")
    func webhooks() throws {
        #expect(try WebhookAddress("https://example.org/a?b=c#d").path == "/a?b=c")
        #expect(try WebhookAddress("https://example.org").path == "/")
        #expect(try WebhookAddress("https://example.org?x").path == "/?x")
        #expect(try WebhookAddress("http://127.0.0.1:8123/hook").path == "/hook")
        #expect(try WebhookAddress("http://a.lan/x", isInsecureAllowed: true).path == "/x")
        #expect(
            try WebhookAddress("https://example.org/secret").description == "https://example.org"
        )
        for text in [
            "http://a.lan/x", "ftp://a/x", "https://", "https://u:hunter2@a/x", "https://a/ö",
            "https://a/b c",
        ] {
            let error = #expect(throws: PublishError.self, "\(text)") { try WebhookAddress(text) }
            #expect(error?.message.contains("hunter2") == false)
        }
    }
}
