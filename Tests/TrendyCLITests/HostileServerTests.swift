import Foundation
import NIOCore
import NIOPosix
import Testing

@Suite("Hostile servers and damaged profiles", .serialized)
struct HostileServerTests {
    private let scratch: Scratch

    init() throws {
        scratch = try Scratch()
    }

    private var profile: String { scratch.path + "/a" }

    private func login(_ server: String, _ more: String...) async throws -> TrendyProcess.Result {
        try await TrendyProcess(
            ["login", "--profile", profile, "--email", "a@example.org", "--server", server] + more
        ).wait()
    }

    @Test(
        "An invalid server address is refused with the reason and the accepted form",
        arguments: [
            ("http://127.0.0.1:99999", "port"), ("http://127.0.0.1:0", "port"),
            ("http://127.0.0.1:-1", "port"), ("http://", "no host"),
            ("http://me:secret@127.0.0.1:1", "user name"), ("http://[::1", "IPv6"),
            ("http://a b", "space"), ("http://bücher.example", "ASCII"),
            ("http://127.0.0.1:1/x", "path"), ("http://127.0.0.1:1?x", "query"),
            ("http://127.0.0.1:1#x", "fragment"), ("file:///etc/passwd", "https://"),
        ]
    )
    func address(text: String, word: String) async throws {
        let result = try await login(text)

        #expect(result.code == 64, "\(result.error)")
        #expect(result.error.contains(word), "\(result.error)")
        #expect(result.error.contains("https://trendy.example"))
        #expect(!result.error.contains("secret"))
        let json = try await login(text, "--json")
        #expect(json.error.hasPrefix(#"{"code":64,"#))
    }

    @Test(
        "The page of a captive portal ends login and signup with 76",
        arguments: [
            String(repeating: "[", count: 513),
            String(repeating: "[", count: 200) + String(repeating: "]", count: 200),
            #"{"email":"# + String(repeating: "[", count: 513), "\u{0}", "",
        ]
    )
    func portal(body: String) async throws {
        for status in [200, 401, 500] {
            let server = try await FixedServer(status: status, body: body)

            let result = try await login(server.url)

            #expect(result.code == 76, "\(result.code) \(result.error)")
            #expect(result.error.hasPrefix("error: "))
            let signUp = try await TrendyProcess.run(
                "signup",
                "--profile",
                profile,
                "--email",
                "a@example.org",
                "--server",
                server.url
            )
            #expect(signUp.code == 76, "\(signUp.code) \(signUp.error)")
            try await server.close()
        }
    }

    @Test("The error text of a server is truncated and escaped")
    func hostileTexts() async throws {
        let long = "\u{1B}[2J" + String(repeating: "x", count: 100_000)
        let problem: [String: Any] = [
            "type": "urn:trendy:error:forbidden", "title": long, "status": 403, "detail": long,
            "user_message": "By invitation.\n\u{202E}" + long,
        ]
        let data = try JSONSerialization.data(withJSONObject: problem)
        let server = try await FixedServer(
            status: 403,
            body: String(decoding: data, as: UTF8.self)
        )

        for command in ["signup", "login"] {
            let result = try await TrendyProcess.run(
                command,
                "--profile",
                profile,
                "--email",
                "a@example.org",
                "--server",
                server.url
            )

            #expect(result.code == 65, "\(result.error)")
            #expect(result.error.count < 2000)
            #expect(!result.error.contains("\u{1B}") && !result.error.contains("\u{202E}"))
            #expect(result.error.split(separator: "\n").count == 1)
            if command == "signup" { #expect(result.error.contains(#"By invitation.\n\u{202e}"#)) }
        }
        try await server.close()
    }

    @Test(
        "A damaged profile.json is set aside and the data stays",
        arguments: [
            String(repeating: "[", count: 513),
            #"{"session":"# + String(repeating: "[", count: 513),
            String(repeating: "{\"a\":", count: 100_000),
        ]
    )
    func profileFile(text: String) async throws {
        #expect(try await TrendyProcess.run("log", "Coffee", "--profile", profile).code == 0)
        _ = try scratch.write(text, to: "a/profile.json")

        let status = try await TrendyProcess.run("status", "--profile", profile)

        #expect(status.code == 0, "\(status.error)")
        #expect(status.output.contains("is kept as profile.json.damaged-1"))
        #expect(status.output.contains("2 changes waiting"))
    }

    @Test("An invalid port in the stored address is an error with a remedy")
    func storedAddress() async throws {
        let text = """
            {"server":"http://127.0.0.1:99999","format":1,
            "account":{"id":"01890a5d-ac96-774b-bcce-b302099a8057","email":"a@example.org",
            "created_at":"x"},"session":{"access_token":"a","token_type":"bearer",
            "expires_in":3600,"expires_at":9999999999,"refresh_token":"r",
            "user":{"id":"01890a5d-ac96-774b-bcce-b302099a8057","email":"a@example.org",
            "created_at":"x"}}}
            """
        try FileManager.default.createDirectory(
            atPath: profile,
            withIntermediateDirectories: true
        )
        _ = try scratch.write(text, to: "a/profile.json")

        for command in ["sync", "status", "doctor", "logout"] {
            let result = try await TrendyProcess.run(command, "--profile", profile)
            #expect(result.code == 65)
            #expect(result.error.contains("trendy login"), "\(result.error)")
        }
    }

    @Test("An unencrypted connection to another machine causes a warning")
    func unencrypted() async throws {
        // The name does not resolve (RFC 2606); the warning comes before the first request.
        let far = "http://trendy.invalid:1"
        // All at once, because it can take many seconds until a resolver gives up.
        let started = try ["login", "signup"].map { command in
            let base = [
                command, "--profile", profile, "--email", "a@example.org", "--server", far,
            ]
            return try (text: TrendyProcess(base), json: TrendyProcess(base + ["--json"]))
        }
        for process in started {
            let text = await process.text.wait()
            #expect(text.error.contains("travel unencrypted to \(far)"))
            #expect(text.error.contains("use https://"))
            let json = await process.json.wait()
            let first = try #require(json.error.split(separator: "\n").first)
            let line = try JSONSerialization.jsonObject(with: Data(first.utf8)) as? [String: Any]
            #expect((line?["warning"] as? String)?.contains("unencrypted") == true)
        }
        for near in ["http://127.0.0.1:1", "http://localhost:1", "http://[::1]:1"] {
            #expect(try await !login(near).error.contains("unencrypted"))
        }
        #expect(try await !login("https://trendy.invalid:1").error.contains("unencrypted"))
    }
}

/// A server that sends the same status and body for every request.
private final class FixedServer: Sendable {
    private let channel: any Channel

    var url: String { "http://127.0.0.1:\(channel.localAddress?.port ?? 0)" }

    init(status: Int, body: String) async throws {
        let answer = """
            HTTP/1.1 \(status) X\r\nContent-Type: application/json\r\nConnection: close\r\n\
            Content-Length: \(body.utf8.count)\r\n\r\n\(body)
            """
        channel = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(Handler(answer: answer))
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
    }

    func close() async throws { try await channel.close() }

    private final class Handler: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer
        typealias OutboundOut = ByteBuffer

        private let answer: String
        private var request = ""

        init(answer: String) {
            self.answer = answer
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            request += String(buffer: unwrapInboundIn(data))
            // The body of each request is a JSON object.
            guard request.contains("}") else { return }
            let channel = context.channel
            context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: answer)))
                .whenComplete { _ in channel.close(promise: nil) }
        }

        func errorCaught(context: ChannelHandlerContext, error: any Error) {
            context.close(promise: nil)
        }
    }
}
