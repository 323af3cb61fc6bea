import Foundation

@testable import TrendyModel
@testable import TrendyServer
@testable import TrendyWire

/// `tokens`: access tokens, refresh tokens, invites and base64url.
///
/// An input with a zero byte is the header and the claims of a token as JSON; they are encoded and
/// signed like a token of this server. Every other input is the token itself.
struct TokenTarget: FuzzTarget {
    private let executor = InlineExecutor()
    private let tokens: AccessTokens
    private let signature: String

    init() {
        let made = Made()
        executor.run { await made.make() }
        guard let tokens = made.tokens, let token = made.token else {
            expect(false, "A token can be made")
            preconditionFailure("Unreachable: a invariant that fails ends the process")
        }
        self.tokens = tokens
        signature = String(token.split(separator: ".").last ?? "")
    }

    func run(_ input: UnsafeRawBufferPointer) {
        let parts = input.split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2 else {
            let text = String(decoding: input, as: UTF8.self)
            checkAccess(text)
            checkRefresh(text)
            checkBase64(text)
            expect(
                Invite.hash(of: text.uppercased())
                    == Invite.hash(of: text.lowercased().uppercased()),
                "The case of an invite does not count"
            )
            return
        }
        let encoded = parts.map { base64URL(Data($0)) }
        checkAccess("\(encoded[0]).\(encoded[1]).\(signature)")
    }

    private func checkAccess(_ text: String) {
        let isCompact = CompactJWT(text) != nil
        expect(!isCompact || text.utf8.count <= CompactJWT.maximumBytes, "A token is bounded")
        executor.run { [tokens] in
            do throws(Problem) {
                _ = try await tokens.read(text, now: StoppedClock.now)
                expect(isCompact, "A token that is read has the form of one")
            } catch {
                expect(error.status == 401, "A token that is refused is answered with 401")
            }
        }
    }

    private func checkRefresh(_ text: String) {
        guard let token = RefreshToken(text) else { return }
        let again = RefreshToken(token.text)
        expect(again?.hash == token.hash, "A refresh token reads back as it was written")
        expect(again?.account == token.account, "A refresh token names its account")
        let successor = token.successor(key: Data(repeating: 7, count: 32))
        expect(successor.hash != token.hash, "A successor is another token")
    }

    private func checkBase64(_ text: String) {
        guard let bytes = base64URLDecoded(text[...]) else { return }
        expect(base64URLDecoded(base64URL(bytes)[...]) == bytes, "Base 64 reads back")
    }

    /// The result of asynchronous setup.
    private final class Made: @unchecked Sendable {
        // Unchecked: only the thread of the executor uses it.
        var tokens: AccessTokens?
        var token: String?

        func make() async {
            do {
                let tokens = try await AccessTokens(signingKey: Data(repeating: 1, count: 32))
                let id = EntityID(high: 0x0198_0000_0000_7000, low: 0x8000_0000_0000_0001)
                let made = try await tokens.make(account: id, session: id, now: StoppedClock.now)
                (self.tokens, token) = (tokens, made.token)
            } catch {
                expect(false, "A token can be made: \(error)")
            }
        }
    }
}
