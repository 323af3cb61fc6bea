import SimulationKit
import TrendyKit
import TrendyModel
import TrendySync
import TrendyWire

/// The expected records and accounts of people who use the whole app, kept outside of the system
/// under test.
final class AppOracle {
    /// The first letter of the account names; apps send it as owner to the server.
    static let owner = "x"
    /// The server's address.
    static let server = "http://server.example"
    /// The account names.
    static let names = ["x0", "x1"]

    /// A record that a person made.
    private struct Record {
        let phone: String
        /// The account in use; `nil` before the first sign-in on the phone.
        let account: String?
        /// Whether the app confirmed that the record is stored.
        var isAcknowledged = false
    }

    private var records: [String: Record] = [:]
    /// The accounts that people tried to sign in to, by phone.
    private var attempts: [String: Set<String>] = [:]
    /// The account names by id.
    private var namesByID: [String: String] = [:]

    static func credentials(of name: String) -> Credentials {
        Credentials(email: "\(name)@example.org", password: "long enough")
    }

    /// Creates the accounts, as from another device.
    func makeAccounts(from phone: AppPhone) async throws {
        guard let address = ServerAddress(Self.server) else {
            preconditionFailure("The address must be valid")
        }
        let process = AppPhone.Process(phone)
        let client = AccountClient(
            address: address,
            exchange: SimulatedExchange(process, of: Self.owner),
            wallClock: phone.clock
        )
        for name in Self.names {
            let session = try await client.signUp(Self.credentials(of: name))
            namesByID[session.user.id] = name
        }
    }

    /// The account name of an id.
    func name(of id: String) -> String? { namesByID[id] }

    // MARK: what people do

    /// Creates a unique word for a new record.
    func begin(on phone: AppPhone, _ account: String?) -> String {
        let word = "\(account ?? "nobody")-\(phone.name)-w\(records.count)"
        records[word] = Record(phone: phone.name, account: account)
        return word
    }

    /// Marks a word as confirmed by the app.
    func acknowledge(_ word: String) { records[word]?.isAcknowledged = true }

    /// Notes an attempt to sign in.
    func attempt(_ account: String, on phone: AppPhone) {
        attempts[phone.name, default: []].insert(account)
    }

    /// The accounts that people tried to sign in to on a phone.
    func attempts(on phone: AppPhone) -> [String] { (attempts[phone.name] ?? []).sorted() }

    /// The words that a phone must show while an account is in use.
    func expected(on phone: AppPhone, _ account: String?) -> [String] {
        records.filter { _, record in
            record.isAcknowledged && record.phone == phone.name && record.account == account
        }
        .keys.sorted()
    }

    // MARK: what must hold

    /// Checks that each expected word is present exactly once.
    ///
    /// - `expected`: the words that must be present.
    func check(
        _ words: [String],
        of account: String?,
        expected: [String],
        _ place: String,
        in world: World
    ) {
        let counts = Dictionary(words.map { ($0, 1) }, uniquingKeysWith: +)
        for (word, count) in counts.sorted(by: { $0.key < $1.key }) {
            guard let record = records[word] else {
                return world.violate("accounts", "\(place) has \(word), which no person wrote")
            }
            if count > 1 {
                return world.violate("once", "\(place) has \(word) \(count) times")
            }
            guard record.account == nil || record.account == account else {
                return world.violate("isolation", "\(place) has \(word)")
            }
        }
        for word in expected where counts[word] == nil {
            return world.violate("acknowledged", "\(place) does not have \(word)")
        }
    }

    /// Checks on the server that each record is in the account in which it was recorded.
    ///
    /// A record from before the first sign-in must be in one of the accounts that people tried to
    /// sign in to.
    func check(in world: World) async throws {
        var found: [String: String] = [:]
        for (id, name) in namesByID.sorted(by: { $0.value < $1.value }) {
            guard let id = EntityID(id) else { continue }
            let words = try await world.server.entities(of: id).values.compactMap {
                $0.kind == .event ? try $0.document()["notes"]?.string : nil
            }
            let expected = records.filter { $1.isAcknowledged && $1.account == name }.keys.sorted()
            check(
                words.sorted(),
                of: name,
                expected: expected,
                "the server, for \(name),",
                in: world
            )
            for word in words {
                if let other = found.updateValue(name, forKey: word) {
                    world.violate("once", "\(other) and \(name) both have \(word)")
                }
            }
        }
        for (word, record) in records.sorted(by: { $0.key < $1.key })
        where record.isAcknowledged && found[word] == nil {
            world.violate("acknowledged", "\(record.phone) does not have \(word)")
        }
    }
}
