import ArgumentParser
import TrendyServer

/// The options of `trendy serve` for traces.
struct TraceOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            """
            Send traces of requests to this OpenTelemetry collector (OTLP over HTTP), such as \
            http://127.0.0.1:4318. They contain routes, statuses and times, nothing of a person.
            """,
            valueName: "url"
        )
    )
    var tracesEndpoint: String?

    @Option(help: ArgumentHelp("The part of the traces to send, from 0 to 1.", valueName: "part"))
    var tracesRatio: Double?

    func validate() throws {
        guard tracesEndpoint != nil else {
            guard tracesRatio == nil else {
                throw ValidationError("--traces-ratio needs --traces-endpoint.")
            }
            return
        }
        guard (0...1).contains(tracesRatio ?? 1) else {
            throw ValidationError("--traces-ratio takes a number from 0 to 1.")
        }
        guard configuration != nil else {
            throw ValidationError(
                "--traces-endpoint takes the address of a collector, such as "
                    + "http://127.0.0.1:4318, without a name, password or query."
            )
        }
    }

    /// Where to send traces; `nil` without an endpoint.
    var configuration: TraceConfiguration? {
        tracesEndpoint.flatMap {
            TraceConfiguration(
                endpoint: $0,
                ratio: tracesRatio ?? 1,
                version: TrendyVersion.text
            )
        }
    }
}
