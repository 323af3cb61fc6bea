/// libFuzzer calls the entry point from one thread only.
nonisolated(unsafe) private var target: any FuzzTarget = FuzzTargets.selected()

/// What libFuzzer calls with each input.
///
/// Anything may be thrown, nothing may crash, hang or grow.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOne(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    target.run(UnsafeRawBufferPointer(start: bytes, count: count))
    return 0
}
