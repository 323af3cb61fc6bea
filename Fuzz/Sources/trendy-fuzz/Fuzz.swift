/// Unchecked: libFuzzer calls the entry point from one thread only.
nonisolated(unsafe) private var target: any FuzzTarget = FuzzTargets.selected()

/// The entry point that libFuzzer calls with each input.
///
/// Errors are allowed; crashes, hangs and growth are not.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOne(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    target.run(UnsafeRawBufferPointer(start: bytes, count: count))
    return 0
}
