/// The fields of requests and answers that are Trendy's own.
public enum WireField {
    /// The version of the contract that a client speaks, in a request.
    public static let contract = "X-Trendy-Contract"
    /// The server's time to the millisecond, in every answer: `Date` has whole seconds, and servers
    /// renew it only now and then.
    public static let time = "X-Trendy-Time"
}
