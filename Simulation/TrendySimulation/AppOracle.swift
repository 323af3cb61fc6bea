import SimulationKit
import TrendyKit
import TrendyModel
import TrendySync
import TrendyWire

/// What people did with the whole app, kept outside of the system: the truth that it is measured
/// by.
final class AppOracle {
    /// For whom apps ask the server, as far as the world can tell.
    static let owner = "x"
    /// Where the server is.
    static let server = "http://server.example"
    /// The accounts that the people have.
    static let names = ["x0", "x1"]

    /// Something recorded.
    private struct Record {
        let phone: String
        /// The account in use; `nil` before anybody has signed in on the phone.
        let account: String?
        /// Whether the app said that it is stored.
        var isAcknowledged = false
    }

    private var records: [String: Record] = [:]
    /// Which accounts people tried to sign in to, by phone.
    private var attempts: [String: Set<String>] = [:]
    /// The names of accounts by their ids.
    private var namesByID: [String: String] = [:]

    static func credentials(of name: String) -> Credentials {
        Credentials(email: "\(name)@example.org", password: "long enough")
    }

    /// Makes the accounts, as somebody does elsewhere.
    func makeAccounts(from phone: AppPhone) async throws {
        guard let address = ServerAddress(Self.server) else {
            preconditionFailure("The address is one")
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

    /// The name of an account of an id.
    func name(of id: String) -> String? { namesByID[id] }

    // MARK: what people do

    /// A word that nobody has written yet.
    func begin(on phone: AppPhone, _ account: String?) -> String {
        let word = "\(account ?? "nobody")-\(phone.name)-w\(records.count)"
        records[word] = Record(phone: phone.name, account: account)
        return word
    }

    /// The app said that a word is stored.
    func acknowledge(_ word: String) { records[word]?.isAcknowledged = true }

    /// Somebody tries to sign in.
    func attempt(_ account: String, on phone: AppPhone) {
        attempts[phone.name, default: []].insert(account)
    }

    /// Which accounts people tried to sign in to on a phone.
    func attempts(on phone: AppPhone) -> [String] { (attempts[phone.name] ?? []).sorted() }

    /// What must be seen on a phone when an account is in use.
    func expected(on phone: AppPhone, _ account: String?) -> [String] {
        records.filter { _, record in
            record.isAcknowledged && record.phone == phone.name && record.account == account
        }
        .keys.sorted()
    }

    // MARK: what must hold

    /// Each word is there once, of those that belong there.
    ///
    /// - `expected`: what must be there.
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
                return world.violate("accounts", "\(place) has \(word), which nobody wrote")
            }
            if count > 1 {
                return world.violate("once", "\(place) has \(word) \(count) times")
            }
            guard record.account == nil || record.account == account else {
                return world.violate("isolation", "\(place) has \(word)")
            }
        }
        for word in expected where counts[word] == nil {
            return world.violate("acknowledged", "\(place) has lost \(word)")
        }
    }

    /// All is where it belongs: on the server, in the account in which it was recorded; what was
    /// recorded before anybody had signed in is in one of those that people tried to.
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
            world.violate("acknowledged", "\(record.phone) has lost \(word)")
        }
    }
}
