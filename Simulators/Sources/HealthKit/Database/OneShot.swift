import Synchronization

/// A flag that can be taken once.
final class OneShot: Sendable {
    private let wasTaken = Mutex(false)

    /// Whether this call is the first.
    func take() -> Bool {
        wasTaken.withLock { wasTaken in
            defer { wasTaken = true }
            return !wasTaken
        }
    }
}
