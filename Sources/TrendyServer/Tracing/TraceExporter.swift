import Logging
import ServiceLifecycle
import Tracing
import TrendyModel

/// Sends the recorded spans to a collector each second.
///
/// While the collector is away the server goes on: spans wait up to a limit, and are then dropped.
actor TraceExporter: Service {
    /// The interval of requests to the collector.
    private static let interval = Duration.seconds(1)
    /// The longest pause after a failure.
    private static let maximumPause = Duration.seconds(60)
    /// The maximum number of spans of one request.
    private static let batchSize = 512
    /// The number of requests between two warnings about dropped spans.
    private static let silentRequests = 1000
    /// The time of the last requests when the server stops.
    private static let flushTime = Duration.seconds(5)

    private let recorder: SpanRecorder
    private let url: String
    private let resource: SpanAttributes
    private let client: OutboundHTTPClient
    private let clock: any Clock<Duration>
    private let logger: Logger
    /// The spans that the collector did not accept yet.
    private var waiting: [FinishedSpan] = []
    /// The number of spans that were dropped since the last message about it.
    private var dropped = 0
    private var failures = 0
    /// The number of requests until the next warning about dropped spans.
    private var silence = 0

    init(
        _ recorder: SpanRecorder,
        _ configuration: TraceConfiguration,
        _ dependencies: Dependencies,
        _ logger: Logger
    ) {
        self.recorder = recorder
        self.logger = logger
        url = configuration.url
        clock = dependencies.clock
        client = OutboundHTTPClient(clock: dependencies.clock)
        resource = [
            "service.name": "trendy",
            "service.version": .string(configuration.version),
            "service.instance.id": .string(randomHex(dependencies.random)),
        ]
    }

    /// Sends spans until a graceful shutdown, and then those that are left.
    func run() async {
        await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                do {
                    try await self.clock.sleep(for: self.pause)
                } catch {
                    // Cancelled: the server stops.
                    return
                }
                await self.send()
            }
        }
        await flush()
    }

    private var pause: Duration {
        min(Self.maximumPause, Self.interval * (1 << min(failures, 6)))
    }

    private func flush() async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await self.send() }
            group.addTask { [clock] in
                // Cancelled as soon as all is sent.
                try? await clock.sleep(for: Self.flushTime)
            }
            await group.next()
            group.cancelAll()
        }
    }

    /// Sends what was recorded until now.
    func send() async {
        let taken = recorder.take()
        let free = SpanRecorder.maximumSpans - waiting.count
        waiting += taken.spans.prefix(free)
        dropped += taken.dropped + max(0, taken.spans.count - free)
        while !waiting.isEmpty {
            let batch = waiting.prefix(Self.batchSize)
            switch await export(batch) {
            case .accepted:
                waiting.removeFirst(batch.count)
                succeeded()
            case .refused(let status):
                waiting.removeFirst(batch.count)
                dropped += batch.count
                failed("status \(status)")
                return
            case .failed(let cause):
                failed(cause)
                return
            }
        }
    }

    private enum Outcome {
        case accepted
        /// The collector will not accept the same request later.
        case refused(Int)
        case failed(String)
    }

    private func export(_ batch: ArraySlice<FinishedSpan>) async -> Outcome {
        do {
            let body = try TraceDocument(batch, of: resource).encoded()
            let answer = try await client.post(url, body, contentType: "application/json")
            switch answer.status {
            case 200..<300: return .accepted
            // OTLP/HTTP, section "Retryable Response Codes".
            case 429, 502, 503, 504: return .failed("status \(answer.status)")
            default: return .refused(answer.status)
            }
        } catch let failure as OutboundHTTPClient.Failure {
            return .failed(failure.cause)
        } catch {
            return .failed(ErrorKind.text(of: error))
        }
    }

    private func failed(_ cause: String) {
        failures += 1
        guard failures == 1 else { return }
        logger.warning(
            "Traces cannot be sent to the collector (--traces-endpoint); the server goes on",
            metadata: ["url": .string(url), "cause": .string(cause)]
        )
    }

    private func succeeded() {
        silence -= 1
        let isBack = failures > 0
        failures = 0
        guard isBack || dropped > 0 && silence <= 0 else { return }
        let metadata: Logger.Metadata = ["dropped": .stringConvertible(dropped)]
        if isBack {
            logger.notice("Traces are sent to the collector again", metadata: metadata)
        } else {
            logger.warning(
                "Spans were dropped, because they come faster than they are sent (--traces-ratio)",
                metadata: metadata
            )
        }
        dropped = 0
        silence = Self.silentRequests
    }
}
