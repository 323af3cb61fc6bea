import Foundation
import TrendyKit
import TrendyModel
import TrendyWire

/// Measures two servers on one PostgreSQL database through HTTP, and a server on SQLite beside them.
///
/// Client, servers and PostgreSQL share the machine. `TRENDY_DATABASE` is the URL of an empty
/// database.
func measurePostgresServer(_ directory: String, count: Int, rounds: Int) async throws {
    let url = try postgresURL()
    try ServerProcess.run(["server", "migrate", "--database", url])
    let files = [
        "--local-files", directory + "/files", "--trusted-proxy", "127.0.0.1", "--max-connections",
        "20000",
    ]
    let nodes = try (0..<2).map { _ in try ServerProcess(database: url, files) }
    let sqlite = try ServerProcess(
        database: directory + "/server.sqlite",
        ["--trusted-proxy", "127.0.0.1"]
    )
    defer { for server in nodes + [sqlite] { server.stop() } }
    let load = try LoadAccount(nodes[0].url, 0)
    let peer = try LoadAccount(sqlite.url, 0)
    try await measureBatches(load, peer, count: count, rounds: rounds)
    try await measureBootstraps(load, peer, count: count, rounds: rounds)
    try await measureSingles(load, nodes[0], count: min(count, 2000), accounts: 16)
    try await measureStreams(load, other: nodes[1], rounds: min(count, 200))
    if count >= 10_000 { try await measureIdleStreams(nodes, accounts: 200) }
}

/// Pushes of 500 over one connection, in turn with the same on SQLite.
private func measureBatches(
    _ load: LoadAccount,
    _ peer: LoadAccount,
    count: Int,
    rounds: Int
) async throws {
    var rates = Rates("push of \(WireLimit.pushMutations) through HTTP", "SQLite")
    for round in 0..<rounds {
        let bodies = load.batches(round * count, count)
        let others = peer.batches(round * count, count)
        let first = try await seconds { try load.push(bodies) }
        rates.add(count, first, peer: try await seconds { try peer.push(others) })
    }
    rates.printResults()
}

/// A snapshot of all events, in turn with the same of SQLite.
private func measureBootstraps(
    _ load: LoadAccount,
    _ peer: LoadAccount,
    count: Int,
    rounds: Int
) async throws {
    var rates = Rates("bootstrap through HTTP", "SQLite")
    for _ in 0..<max(3, rounds) {
        let first = try await seconds { try load.snapshot(atLeast: count * rounds) }
        let second = try await seconds { try peer.snapshot(atLeast: count * rounds) }
        rates.add(count * rounds, first, peer: second)
    }
    rates.printResults()
}

/// Pushes of one event: of one account, then of many accounts at a time.
private func measureSingles(
    _ load: LoadAccount,
    _ server: ServerProcess,
    count: Int,
    accounts: Int
) async throws {
    var times: [Double] = []
    let connection = try LoadConnection(load.server)
    for body in load.singles(10_000_000, count) {
        times.append(try await seconds { try connection.push(body, load.token) } * 1000)
    }
    reportTimes("push of one through HTTP", times)
    let loads = try (1...accounts).map { try LoadAccount(server.url, $0) }
    let bodies = loads.map { $0.singles(0, count) }
    let total = try await seconds {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (load, bodies) in zip(loads, bodies) {
                group.addTask { try await onThread { try load.push(bodies) } }
            }
            try await group.waitForAll()
        }
    }
    report("pushes of one over \(accounts) accounts", Double(count * accounts) / total, "/s")
}

/// The time from the start of a push to one server until the notice of it on a stream of another.
private func measureStreams(
    _ load: LoadAccount,
    other: ServerProcess,
    rounds: Int
) async throws {
    let listener = try LoadConnection(other.url)
    try listener.openStream(Route.changeStream, token: load.token)
    let connection = try LoadConnection(load.server)
    var times: [Double] = []
    for body in load.singles(20_000_000, rounds) {
        let time = try await seconds {
            try connection.push(body, load.token)
            try listener.waitForEvent()
        }
        times.append(time * 1000)
    }
    reportTimes("push to the stream of another server", times)
}

/// The memory of two servers with 10,000 streams that wait.
private func measureIdleStreams(_ nodes: [ServerProcess], accounts: Int) async throws {
    var limit = rlimit()
    #if canImport(Glibc)
    getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    limit.rlim_cur = limit.rlim_max
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    #endif
    let loads = try (100..<100 + accounts).map { try LoadAccount(nodes[0].url, $0) }
    var streams: [LoadConnection] = []
    for server in nodes {
        for number in 0..<5000 {
            let stream = try LoadConnection(server.url)
            try stream.openStream(
                Route.changeStream,
                token: loads[number % accounts].token
            )
            streams.append(stream)
        }
    }
    let memory = nodes.map { $0.megabytes.now }
    report("memory of two servers with \(streams.count) streams", memory.reduce(0, +), "MB")
}

/// An account with a session.
private struct LoadAccount: Sendable {
    let server: String
    let token: String
    private let type: EntityID
    private let ids = Dependencies.live().ids
    private let clock = Dependencies.live().wallClock

    init(_ server: String, _ number: Int) throws {
        self.server = server
        let connection = try LoadConnection(server)
        // Sign-ups are limited for each address.
        let client = "10.0.\(number / 250).\(number % 250 + 1)"
        let credentials = Array(
            #"{"email":"load-\#(number)@example.org","password":"a load of events"}"#.utf8
        )
        try connection.request("POST", Route.signUp, client: client, body: credentials)
        let answer = try connection.request(
            "POST",
            Route.token + "?grant_type=password",
            client: client,
            body: credentials
        )
        let text = String(decoding: answer, as: UTF8.self)
        guard let match = text.firstMatch(of: /"access_token":"([^"]*)"/) else {
            throw LoadConnection.Failure(description: "The answer has no token.")
        }
        token = String(match.1)
        type = ids.next()
        let content = ##"{"name":"Coffee","color":"#AA5500","icon":"cup"}"##
        try connection.push(request([mutation(.eventType, type, content)]), token)
    }

    /// Bodies of pushes with 500 events each.
    func batches(_ first: Int, _ count: Int) -> [[UInt8]] {
        stride(from: first, to: first + count, by: WireLimit.pushMutations).map { start in
            let end = min(start + WireLimit.pushMutations, first + count)
            return request((start..<end).map { event($0) })
        }
    }

    /// Bodies of pushes with one event each.
    func singles(_ first: Int, _ count: Int) -> [[UInt8]] {
        (first..<first + count).map { request([event($0)]) }
    }

    /// Pushes over one connection.
    func push(_ bodies: [[UInt8]]) throws {
        let connection = try LoadConnection(server)
        for body in bodies { try connection.push(body, token) }
    }

    /// Reads the whole snapshot, which must have at least this number of lines.
    func snapshot(atLeast lines: Int) throws {
        let answer = try LoadConnection(server).count(Route.snapshot, token: token)
        guard answer.lines >= lines else {
            throw LoadConnection.Failure(description: "The snapshot has \(answer.lines) lines.")
        }
    }

    private func request(_ mutations: [PushMutation]) -> [UInt8] {
        PushRequest(deviceID: ids.next(), mutations: mutations).json
    }

    private func event(_ index: Int) -> PushMutation {
        let id = EntityID.derived(kind: "benchmark", naturalKey: "\(type)/\(index)")
        return mutation(.event, id, eventContent(type, index))
    }

    private func mutation(_ kind: EntityKind, _ id: EntityID, _ content: String) -> PushMutation {
        PushMutation(
            id: ids.next(),
            kind: kind,
            operation: .create,
            entityID: id,
            baseVersion: nil,
            editedAt: clock.now(),
            fields: RawJSON(unchecked: content.utf8)
        )
    }
}

extension LoadConnection {
    fileprivate func push(_ body: [UInt8], _ token: String) throws {
        let answer = try request("POST", Route.push, token: token, body: body)
        guard answer.firstRange(of: Array(#""status":"applied""#.utf8)) != nil else {
            let text = String(decoding: answer.prefix(300), as: UTF8.self)
            throw Failure(description: "The server refused a push: \(text)")
        }
    }
}

/// Runs blocking work on a thread of its own.
private func onThread(_ body: @escaping @Sendable () throws -> Void) async throws {
    try await withCheckedThrowingContinuation { continuation in
        let thread = Thread { continuation.resume(with: Result { try body() }) }
        thread.start()
    }
}
