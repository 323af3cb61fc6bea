import Foundation
import Testing

@testable import TrendyServer

@Suite("Stored password hashes")
struct PasswordHasherTests {
    private let hasher = PasswordHasher(cost: .test, threads: 0)
    private let salt = Data(repeating: 7, count: 16)

    @Test(
        "A hash of another cost is verified within the limits of the cost",
        arguments: [
            ("2$8$1", "ltVhIYW5rvRB/NGVnfzlOCnsq036kFXRFz1p+DAjmNA=", true),
            ("2$33$1", "9QhKGRD6blERl6uGe5Tfv/JTT1P3VDS8ky9yyS6eoS0=", false),
            ("2$1$16", "zSXbk25Ir0lkNQt9Fs3R9HAYDWivi39IhEoQQOsz2ko=", true),
            ("2$1$17", "4EiIjm/NOKUEc6bOBkuKlA6xP3jdfw1pVCvgVhsdzg8=", false),
        ]
    )
    func cost(_ cost: String, _ key: String, _ isAccepted: Bool) async throws {
        let stored = "scrypt$\(cost)$\(salt.base64EncodedString())$\(key)"

        let right = try await hasher.verify("correct horse", against: stored)
        let wrong = try await hasher.verify("wrong horse", against: stored)

        #expect(right == (isAccepted ? .right(needsRehash: true) : .wrong))
        #expect(wrong == .wrong)
    }

    @Test("A hash of the current cost is not replaced")
    func current() async throws {
        let stored = try await hasher.hash("correct horse", salt: salt)

        #expect(
            try await hasher.verify("correct horse", against: stored) == .right(needsRehash: false)
        )
        #expect(try await hasher.verify("correct horsE", against: stored) == .wrong)
    }

    @Test("An old hash of a password that was not normalized is verified once more as typed")
    func notNormalized() async throws {
        let composed = "p\u{e2}t\u{e9} de for\u{ea}t"
        let decomposed = composed.decomposedStringWithCanonicalMapping
        let head = "scrypt$32$8$1$\(salt.base64EncodedString())$"
        let ofComposed = head + "DDs6uf06ONnxQaC3bqNGIyhyTDwsAZE+p1YN2V8mUUI="
        let ofDecomposed = head + "H54edc62GiF6DLeJDrVdSehFsMNalpQhmWkiQCjugCI="

        let verdicts = [
            try await hasher.verify(composed, against: ofComposed),
            try await hasher.verify(decomposed, against: ofComposed),
            try await hasher.verify(decomposed, against: ofDecomposed),
            try await hasher.verify(composed, against: ofDecomposed),
        ]

        let right = PasswordHasher.Verdict.right(needsRehash: true)
        #expect(verdicts == [right, right, right, .wrong])
    }

    @Test(
        "A text that is no hash accepts no password",
        arguments: [
            "", "$$$$$", "scrypt$16$8$1$SALT", "bcrypt$16$8$1$SALT$KEY", "scrypt$16$8$1$SALT$KEY$",
            "scrypt$x$8$1$SALT$KEY", "scrypt$0$8$1$SALT$KEY", "scrypt$1$8$1$SALT$KEY",
            "scrypt$24$8$1$SALT$KEY", "scrypt$2097152$8$1$SALT$KEY", "scrypt$16$0$1$SALT$KEY",
            "scrypt$16$8$0$SALT$KEY", "scrypt$16$8$1$SALT$", "scrypt$16$8$1$SALT$*",
        ]
    )
    func noHash(_ text: String) async throws {
        let good = try await hasher.hash("correct horse", salt: salt)
        let parts = good.split(separator: "$")
        let stored = text.replacing("SALT", with: parts[4]).replacing("KEY", with: parts[5])

        #expect(try await hasher.verify("correct horse", against: stored) == .wrong)
    }

    @Test("Bytes of different lengths are not equal, also when one begins with the other")
    func constantTime() {
        #expect(isEqualInConstantTime(Data([1, 2]), Data([1, 2])))
        #expect(isEqualInConstantTime(Data(), Data()))
        let different: [([UInt8], [UInt8])] = [
            ([1, 2], [1, 3]), ([1], [1, 2]), ([1, 2], [1]), ([], [0]),
        ]
        for (left, right) in different {
            #expect(!isEqualInConstantTime(Data(left), Data(right)))
        }
    }
}
