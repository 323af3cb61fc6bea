@testable import TrendyModel
@testable import TrendyServer
@testable import TrendyWire

/// `push`: the bodies of a push, of its answer and of a page of changes.
struct PushTarget: FuzzTarget {
    func run(_ input: UnsafeRawBufferPointer) {
        if let request = parse(
            input,
            { bytes throws(JSONError) in
                try PushRequest(json: bytes)
            }
        ) {
            check(request)
        }
        if let answer = parse(
            input,
            { bytes throws(JSONError) in
                try PushAnswer(json: bytes)
            }
        ) {
            check(answer)
        }
        if let page = parse(
            input,
            { bytes throws(JSONError) in
                try ChangePage(json: bytes)
            }
        ) {
            check(page)
        }
    }

    private func check(_ request: PushRequest) {
        expect(
            (1...WireLimit.pushMutations).contains(request.mutations.count),
            "A push has 1 to 500 mutations"
        )
        expect(
            reparse(request.json, PushRequest.init(json:)) == request,
            "A push reads back as it was written"
        )
        for mutation in request.mutations {
            _ = RequestHash.of(mutation)
            expect(
                mutation.fields.fields != nil || !isReadable(mutation.fields),
                "Fields are there"
            )
            _ = EventScan(mutation.fields)
            _ = EntityKeys(kind: mutation.kind, content: mutation.fields)
            guard let document = try? Document(json: mutation.fields) else { continue }
            _ = document.violations(as: mutation.kind)
        }
    }

    /// Whether the names of an object's fields can be decoded: half a surrogate pair cannot.
    private func isReadable(_ json: RawJSON) -> Bool {
        (try? Document(json: json)) != nil
    }

    private func check(_ answer: PushAnswer) {
        var whole = answer
        whole.unreadable = []
        // The encoder omits a cursor without the other one.
        if whole.cursor == nil || whole.previousCursor == nil {
            (whole.cursor, whole.previousCursor) = (nil, nil)
        }
        do {
            let json = try whole.json()
            expect(
                reparse(json, PushAnswer.init(json:)) == whole,
                "An answer reads back as it was written"
            )
        } catch {
            expect(false, "An answer that was read can be written: \(error)")
        }
    }

    private func check(_ page: ChangePage) {
        var whole = page
        whole.unreadable = []
        expect(
            reparse(page.json, ChangePage.init(json:)) == whole,
            "A page reads back as it was written"
        )
        for change in page.unreadable { _ = change.entity() }
    }
}

/// Decodes bytes; `nil` for refused bytes.
func parse<Value>(
    _ bytes: UnsafeRawBufferPointer,
    _ read: (UnsafeRawBufferPointer) throws(JSONError) -> Value
) -> Value? {
    do throws(JSONError) {
        return try read(bytes)
    } catch {
        expect(error.offset >= 0, "An error has an offset: \(error)")
        return nil
    }
}

/// Decodes encoded bytes; crashes the process when they are refused.
func reparse<Value>(
    _ bytes: [UInt8],
    _ read: (UnsafeRawBufferPointer) throws(JSONError) -> Value
) -> Value? {
    bytes.withUnsafeBytes { buffer in
        do throws(JSONError) {
            return try read(buffer)
        } catch {
            expect(false, "What was written is refused: \(error)")
            return nil
        }
    }
}
