import Synchronization

/// Something that may happen once.
final class Once: Sendable {
    private let wasTaken = Mutex(false)

    /// Whether it had not happened yet.
    func take() -> Bool {
        wasTaken.withLock { wasTaken in
            defer { wasTaken = true }
            return !wasTaken
        }
    }
}
