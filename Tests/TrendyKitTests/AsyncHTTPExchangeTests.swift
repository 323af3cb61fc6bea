import HTTPTypes
import Testing
import TrendyHTTP
import TrendyModel
import TrendySync

@Suite("Requests over async-http-client")
struct AsyncHTTPExchangeTests {
    @Test("Dropping an exchange without shutdown after an error does not trap")
    func forgotten() async throws {
        // async-http-client traps in debug builds when a client is deinitialized before its
        // shutdown.
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
    // Other platforms connect with another network stack.
    @Test("A refused connection is reported as such")
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

        #expect(error?.reason == .noServer)
        try await exchange.shutdown()
    }
    #endif
}
