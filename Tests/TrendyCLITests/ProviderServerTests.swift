import Foundation
import HTTPTypes
import TestSupport
import Testing

@Suite(
    "Signing in through a real provider",
    .serialized,
    .enabled(if: ProviderProcess.isInstalled, "scripts/install-dependencies --tests installs it")
)
struct ProviderServerTests {
    private let scratch: Scratch

    init() throws {
        scratch = try Scratch()
    }

    /// A server whose pages know a provider.
    private func serve(_ provider: ProviderProcess) async throws -> ServerProcess {
        let secret = try scratch.write("a secret\n", to: "secret")
        for _ in 0..<5 {
            let port = Int.random(in: 20_000..<30_000)
            let server = try? await ServerProcess(
                database: scratch.path + "/server.sqlite",
                port: port,
                [
                    "--openid-issuer", provider.issuer, "--openid-client-id", "trendy",
                    "--openid-client-secret-file", secret, "--openid-name", "Example ID",
                    "--public-url", "http://localhost:\(port)",
                ]
            )
            if let server { return server }
        }
        throw ServerProcess.StartError(message: "The server did not start")
    }

    /// The pages' address, as the provider knows it.
    private func site(_ server: ServerProcess) -> String { "http://localhost:\(server.port)" }

    /// Signs a person in on the provider's page; returns the page of the server that follows.
    private func agree(
        _ person: Person,
        _ start: Person.Page,
        as subject: String
    ) async throws
        -> Person.Page
    {
        let form = try #require(start.next)
        let consent = try await person.get(form)
        #expect(consent.text.contains("Authorize Client"), "\(consent)")
        let answer = try await person.post(form, ["sub": subject])
        return try await person.get(try #require(answer.next))
    }

    @Test("A person signs in with the provider, and a program through the browser")
    func signIn() async throws {
        let provider = try await ProviderProcess(persons: ["ada@example.org"])
        let server = try await serve(provider)
        let (site, person) = (site(server), Person())

        let form = try await person.get(site + "/sign-in?to=%2Fmap")
        #expect(form.text.contains("Sign in with Example ID"))
        let start = try await person.get(site + "/sign-in/provider?to=%2Fmap")
        let opening = try await agree(person, start, as: "ada@example.org")
        #expect(opening.next == "/map", "\(opening)")
        let account = try await person.get(site + "/account")
        #expect(account.status == 200 && account.text.contains("ada@example.org"))
        #expect(account.text.contains("Set a password"))

        let profile = scratch.path + "/device"
        let login = try TrendyProcess([
            "login", "--server", site, "--browser", "--no-open", "--profile", profile,
        ])
        let address = try #require(
            await login.firstLine(containing: "/sign-in/program").firstMatch(of: /http:[^\s]+/)
        )
        let url = String(address.output)
        let consent = try await person.get(url)
        #expect(consent.text.contains("ada@example.org"), "\(consent)")
        var answer = consent.hidden
        answer["answer"] = "allow"
        let leaving = try await person.post(site + "/sign-in/program", answer)
        #expect(leaving.next?.hasPrefix("http://127.0.0.1:") == true, "\(leaving)")
        let last = try await person.follow(leaving)
        #expect(last.text.contains("You can close this window"), "\(last)")
        let result = await login.wait()
        #expect(result.code == 0, "\(result)")
        let sync = try await TrendyProcess.run("sync", "--profile", profile)
        #expect(sync.code == 0, "\(sync)")
        await server.stop()
        await provider.stop()
    }

    @Test("The owner of an account with a password links the provider")
    func link() async throws {
        let provider = try await ProviderProcess(persons: ["ada@example.org"])
        let server = try await serve(provider)
        let site = site(server)
        let device = ["--profile", scratch.path + "/device"]
        let account = ["--server", site, "--email", "ada@example.org"]
        #expect(try await TrendyProcess(["signup"] + account + device).wait().code == 0)

        let person = Person()
        let start = try await person.get(site + "/sign-in/provider")
        let redirect = try await agree(person, start, as: "ada@example.org")
        #expect(redirect.next == "/sign-in/provider/confirm")
        let form = try await person.follow(redirect)
        #expect(form.text.contains("Link Example ID to your account"), "\(form)")
        var fields = form.hidden
        fields["entered"] = "wrong"
        let wrong = try await person.post(site + "/sign-in/provider/confirm", fields)
        #expect(wrong.status == 401, "\(wrong)")
        fields["entered"] = "long enough"
        let right = try await person.post(site + "/sign-in/provider/confirm", fields)
        #expect(right.next == "/", "\(right)")
        let page = try await person.get(site + "/account")
        #expect(page.text.contains("You can sign in to this account with Example ID."))

        let other = Person()
        let again = try await other.get(site + "/sign-in/provider")
        #expect(try await agree(other, again, as: "ada@example.org").next == "/")
        await server.stop()
        await provider.stop()
    }

    @Test("A program that the person refuses, or that waits too long, says so")
    func refusal() async throws {
        let provider = try await ProviderProcess(persons: ["ada@example.org"])
        let server = try await serve(provider)
        let (site, person) = (site(server), Person())
        let start = try await person.get(site + "/sign-in/provider")
        _ = try await agree(person, start, as: "ada@example.org")
        func login(_ options: String...) throws -> TrendyProcess {
            try TrendyProcess(
                [
                    "login", "--server", site, "--browser", "--no-open", "--profile",
                    scratch.path + "/device",
                ] + options
            )
        }

        let refused = try login()
        let text = await refused.firstLine(containing: "/sign-in/program")
        let url = try #require(text.firstMatch(of: /http:[^\s]+/)).output
        var answer = try await person.get(String(url)).hidden
        answer["answer"] = "refuse"
        _ = try await person.follow(try await person.post(site + "/sign-in/program", answer))
        let result = await refused.wait()
        #expect(result.code == 77 && result.error.contains("refused in the browser"), "\(result)")

        let late = try await login("--timeout", "1").wait()
        #expect(late.code == 75 && late.error.contains("did not answer within 1 s"), "\(late)")

        let interrupted = try login()
        _ = await interrupted.firstLine(containing: "/sign-in/program")
        interrupted.interrupt()
        let end = await interrupted.wait()
        #expect(end.code == 75 && end.error.contains("was cancelled"), "\(end)")
        await server.stop()
        await provider.stop()
    }

    @Test("Without its provider, the server says so and passwords go on working")
    func down() async throws {
        let provider = try await ProviderProcess(persons: [])
        let server = try await serve(provider)
        await provider.stop()
        let person = Person()

        let page = try await person.get(site(server) + "/sign-in/provider")

        #expect(page.status == 502 && page.text.contains("Example ID cannot be reached now"))
        #expect(page.text.contains("Back to the sign-in"))
        await server.stop()
    }

    @Test("Incomplete options are refused")
    func options() async throws {
        for options in [
            ["--openid-issuer", "https://id.example"], ["--openid-client-id", "x"],
            [
                "--openid-issuer", "http://id.example", "--openid-client-id", "x", "--public-url",
                "https://trendy.example",
            ],
        ] {
            let database = scratch.path + "/server.sqlite"
            let result = try await TrendyProcess(["serve", "--database", database] + options).wait()
            #expect(result.code == 64, "\(result)")
        }
    }
}
