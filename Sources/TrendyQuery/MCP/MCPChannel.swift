/// The lines between an MCP server and its client.
package protocol MCPChannel: AnyObject {
    /// Waits for the next line; `nil` when the client sends no more.
    func nextLine() -> LineSplitter.Line?

    /// Whether the client reads no more, or has sent a line, still to be taken, that matches.
    ///
    /// It does not wait. A running query calls it every few milliseconds.
    func isInterrupted(by isMatch: ([UInt8]) -> Bool) -> Bool

    /// Sends a line, which is given without its end.
    ///
    /// - Throws: an error when the client cannot receive it; then the server ends.
    func send(_ line: [UInt8]) throws
}
