import HTTPTypes
import Testing
import TrendyHTTP
import TrendyLocalization
import TrendyModel
import TrendySync

@Suite("Requests over async-http-client")
struct AsyncHTTPExchangeTests {
    @Test("Who gives up on an error and forgets to close it comes to no harm")
    func forgotten() async throws {
        // Guards a debug build that ends where a client is let go of open.
        let address = try #require(ServerAddress("http://127.0.0.1:1"))
        let request = HTTPRequest(
            method: .get,
            scheme: "http",
            authority: "127.0.0.1:1",
            path: "/"
        )

        await #expect(throws: ServerUnreachable.self) {
            _ = try await AsyncHTTPExchange(address: address).send(request, body: nil)
        }
    }

    #if os(Linux)
    // Elsewhere it is another network stack that connects.
    @Test("Where nothing listens, nobody answers, and people are told so in words of ours")
    func notAtPlace() async throws {
        let address = try #require(ServerAddress("http://localhost:1"))
        let exchange = AsyncHTTPExchange(address: address)
        let request = HTTPRequest(
            method: .get,
            scheme: "http",
            authority: "localhost:1",
            path: "/"
        )

        let error = await #expect(throws: ServerUnreachable.self) {
            _ = try await exchange.send(request, body: nil)
        }

        #expect(error?.reason == Strings.Server.notAtPlace())
        try await exchange.shutdown()
    }
    #endif
}
