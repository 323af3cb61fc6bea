/// Trendy's own header fields of requests and answers.
package enum WireField {
    /// The contract version of the client, in requests.
    package static let contract = "X-Trendy-Contract"
    /// The server's time with milliseconds, in every answer; `Date` has whole seconds and can be
    /// older.
    package static let time = "X-Trendy-Time"
}
