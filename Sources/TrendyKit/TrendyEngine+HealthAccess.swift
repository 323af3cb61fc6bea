import TrendyHealth

extension TrendyEngine {
    /// The person has just seen the question whether health data may be read: it is listened to
    /// anew, and what there is is captured.
    public func healthAccessWasAsked() async {
        guard let capture, let health = parts.health else { return }
        health.observer.listenAgain()
        _ = await health.observer.deliverInBackground(health.categories)
        await capture.captureAll(.launch, events.onCaptureFailure)
    }
}
