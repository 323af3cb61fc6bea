import Foundation
package import TrendyModel

/// The status of a pushed mutation.
package enum PushStatus: String, Sendable, Hashable {
    /// The mutation was applied.
    case applied
    /// The mutation was applied before; the result is that of the first time.
    case duplicate
    /// The entity has changed since the base version; the result contains it.
    case conflict
    /// The mutation is invalid and will not be accepted unchanged; the problem has the reason.
    case rejected
    /// A referenced entity does not exist yet.
    case blocked
}

/// The server's result for one mutation.
package struct PushResult: Sendable, Equatable {
    /// The mutation.
    package var id: EntityID
    /// The status.
    package var status: PushStatus
    /// The entity's version after the mutation, if it was applied or is a duplicate.
    package var version: Int64?
    /// The server's entity: in a conflict, when it was applied with other times than those of the
    /// mutation, or when another entity has the name.
    package var entity: Entity?
    /// The reason for which the mutation was not applied.
    package var problem: Problem?

    /// Creates a result.
    package init(
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

/// The answer to a push: one result per mutation, in the order of the request.
///
/// The answer ends after ``WireLimit/pushAnswerBytes``: mutations without a result were not
/// applied, and the client sends them again.
package struct PushAnswer: Sendable, Equatable {
    /// The server's epoch.
    package var epoch: String
    /// The results.
    package var results: [PushResult]
    /// The mutations whose results could not be decoded.
    package var unreadable: [EntityID]
    /// The account's newest cursor before this push.
    package var previousCursor: String?
    /// The account's newest cursor after this push; there are no other changes between the two
    /// cursors.
    package var cursor: String?

    /// Creates an answer.
    package init(
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

    /// Encodes the body.
    package func json() throws -> [UInt8] {
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

    /// Decodes a body.
    ///
    /// An invalid result does not affect the others.
    package init(json: UnsafeRawBufferPointer) throws(JSONError) {
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
                        // Invalid JSON is an error of the whole body.
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
    /// The mutation that a result names; `nil` without one.
    fileprivate static func id(in json: UnsafeRawBufferPointer) -> EntityID? {
        var scanner = JSONScanner(json)
        do {
            try scanner.beginObject()
            while let key = try scanner.nextKey() {
                if scanner.slice(key).equals("id") { return try scanner.id() }
                _ = try scanner.skipValue()
            }
        } catch {
            // Malformed: the result names no mutation.
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
