import Foundation
public import TrendyModel

/// What became of a mutation.
public enum PushStatus: String, Sendable, Hashable {
    /// It is in the database.
    case applied
    /// It was there before; the result is the first one's.
    case duplicate
    /// The entity has changed since the base; the answer holds it.
    case conflict
    /// It will never be accepted as it is; the problem says why.
    case rejected
    /// Something it refers to is not there yet.
    case blocked
}

/// The server's word on one mutation.
public struct PushResult: Sendable, Equatable {
    /// The mutation.
    public var id: EntityID
    /// What became of it.
    public var status: PushStatus
    /// The entity's version after it, when it was applied or is a duplicate.
    public var version: Int64?
    /// The entity as the server has it, in a conflict; when it was applied at other times than the
    /// mutation names; the one that has the name, when that is taken.
    public var entity: Entity?
    /// Why it was not applied.
    public var problem: Problem?

    /// Bundles a result.
    public init(
        id: EntityID,
        status: PushStatus,
        version: Int64? = nil,
        entity: Entity? = nil,
        problem: Problem? = nil
    ) {
        self.id = id
        self.status = status
        self.version = version
        self.entity = entity
        self.problem = problem
    }
}

/// The answer to a push: one result for each mutation, in the order sent.
///
/// It ends after ``WireLimit/pushAnswerBytes``: what is behind that has no result, was not applied,
/// and is to be sent again.
public struct PushAnswer: Sendable, Equatable {
    /// The server's epoch.
    public var epoch: String
    /// The results.
    public var results: [PushResult]
    /// The mutations whose results cannot be read.
    public var unreadable: [EntityID]
    /// The account's newest cursor before this push.
    public var previousCursor: String?
    /// The account's newest cursor after it: between the two lies nothing but this push.
    public var cursor: String?

    /// Bundles an answer.
    public init(
        epoch: String,
        results: [PushResult],
        unreadable: [EntityID] = [],
        previousCursor: String? = nil,
        cursor: String? = nil
    ) {
        self.epoch = epoch
        self.results = results
        self.unreadable = unreadable
        self.previousCursor = previousCursor
        self.cursor = cursor
    }

    /// The body's bytes.
    public func json() throws -> [UInt8] {
        var writer = JSONWriter(capacity: 100 + results.count * 100)
        writer.raw("{\"epoch\":")
        writer.string(epoch)
        if let previousCursor, let cursor {
            writer.raw(",\"previous_cursor\":")
            writer.string(previousCursor)
            writer.raw(",\"cursor\":")
            writer.string(cursor)
        }
        writer.raw(",\"results\":[")
        for (index, result) in results.enumerated() {
            if index > 0 { writer.raw(",") }
            writer.raw("{\"id\":")
            writer.id(result.id)
            writer.raw(",\"status\":\"")
            writer.raw(result.status.rawValue.utf8)
            writer.raw("\"")
            if let version = result.version {
                writer.raw(",\"version\":")
                writer.integer(version)
            }
            if let entity = result.entity {
                writer.raw(",\"entity\":")
                writer.entity(entity, namesKind: true)
            }
            if let problem = result.problem {
                writer.raw(",\"problem\":")
                writer.raw(try JSONEncoder().encode(problem))
            }
            writer.raw("}")
        }
        writer.raw("]}")
        return writer.bytes
    }

    /// Reads a body.
    ///
    /// A result that is not as expected leaves the others readable.
    public init(json: UnsafeRawBufferPointer) throws(JSONError) {
        if let offset = firstInvalidUTF8(json) {
            throw JSONError(offset: offset, message: "The text is not UTF-8")
        }
        var scanner = JSONScanner(json)
        var epoch: String?
        var results: [PushResult]?
        var unreadable: [EntityID] = []
        var cursors: (previous: String?, latest: String?) = (nil, nil)
        try scanner.beginObject()
        while let key = try scanner.nextKey() {
            let name = scanner.slice(key)
            if name.equals("epoch") {
                epoch = try scanner.string()
            } else if name.equals("previous_cursor") {
                cursors.previous = try scanner.string()
            } else if name.equals("cursor") {
                cursors.latest = try scanner.string()
            } else if name.equals("results") {
                var list: [PushResult] = []
                try scanner.beginArray()
                while try scanner.nextElement() {
                    guard list.count + unreadable.count < WireLimit.pushMutations else {
                        throw JSONError(offset: scanner.position, message: "Too many results")
                    }
                    let start = scanner
                    do {
                        list.append(try PushResult(from: &scanner))
                    } catch {
                        // What is no JSON at all is an error of the whole.
                        scanner = start
                        let range = try scanner.skipValue()
                        let id = PushResult.id(in: scanner.slice(range))
                        guard let id else { throw error }
                        unreadable.append(id)
                    }
                }
                results = list
            } else {
                _ = try scanner.skipValue()
            }
        }
        try scanner.end()
        guard let epoch, let results else {
            throw JSONError(offset: 0, message: "A push's answer needs epoch and results")
        }
        self.init(
            epoch: epoch,
            results: results,
            unreadable: unreadable,
            previousCursor: cursors.previous,
            cursor: cursors.latest
        )
    }
}

extension PushResult {
    /// The mutation that a result names, whatever else is in it; `nil` when it names none.
    fileprivate static func id(in json: UnsafeRawBufferPointer) -> EntityID? {
        var scanner = JSONScanner(json)
        do {
            try scanner.beginObject()
            while let key = try scanner.nextKey() {
                if scanner.slice(key).equals("id") { return try scanner.id() }
                _ = try scanner.skipValue()
            }
        } catch {
            // It names none.
        }
        return nil
    }

    init(from scanner: inout JSONScanner) throws(JSONError) {
        let start = scanner.position
        var id: EntityID?
        var status: PushStatus?
        var version: Int64?
        var entity: Entity?
        var problem: Problem?
        try scanner.beginObject()
        while let key = try scanner.nextKey() {
            let name = scanner.slice(key)
            if name.equals("id") {
                id = try scanner.id()
            } else if name.equals("version") {
                version = try scanner.integer()
            } else if name.equals("entity") {
                entity = try scanner.entity(nil)
            } else if name.equals("status") {
                status = PushStatus(rawValue: try scanner.string())
            } else if name.equals("problem") {
                let range = try scanner.skipValue()
                do {
                    problem = try UntrustedJSON.decode(Problem.self, from: scanner.slice(range))
                } catch {
                    throw JSONError(offset: range.lowerBound, message: "A problem is malformed")
                }
            } else {
                _ = try scanner.skipValue()
            }
        }
        guard let id, let status else {
            throw JSONError(offset: start, message: "A result needs id and a known status")
        }
        self.init(id: id, status: status, version: version, entity: entity, problem: problem)
    }
}
