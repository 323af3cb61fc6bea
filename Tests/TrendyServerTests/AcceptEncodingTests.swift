import Testing

@testable import TrendyServer

@Suite("The Accept-Encoding header")
struct AcceptEncodingTests {
    @Test(
        "gzip is used only for clients that name it with a weight above zero",
        arguments: ["", "br", "gzip;q=0", "gzip; q=0.000", "gzip;Q=0.0", "x-gzip", "*;q=1"]
    )
    func refused(header: String) {
        #expect(!SnapshotRoute.acceptsGzip(header))
    }

    @Test("gzip is found in a list, ignoring case", arguments: ["gzip", "br;q=1, GZIP ; q=0.001"])
    func accepted(header: String) {
        #expect(SnapshotRoute.acceptsGzip(header))
    }

    @Test("Without the header, no answer is compressed")
    func absent() {
        #expect(!SnapshotRoute.acceptsGzip(nil))
    }
}
