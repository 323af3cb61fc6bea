import Foundation

/// Waits for sockets with `poll`.
enum SocketPoll {
    /// The result of a wait.
    enum Outcome {
        case ready
        case timeout
        case failed
    }

    /// Waits until a socket is readable, or writable if asked, or has an error.
    static func wait(
        _ socket: Int32,
        reading: Bool = true,
        writing: Bool = false,
        until deadline: Deadline
    ) -> Outcome {
        var descriptor = pollfd(fd: socket, events: 0, revents: 0)
        if reading { descriptor.events |= Int16(POLLIN) }
        if writing { descriptor.events |= Int16(POLLOUT) }
        return wait(&descriptor, count: 1, until: deadline)
    }

    /// Waits until at least one of two files is readable; returns which are.
    static func wait(
        _ first: Int32,
        or second: Int32,
        until deadline: Deadline
    ) -> (outcome: Outcome, first: Bool, second: Bool) {
        var descriptors = [
            pollfd(fd: first, events: Int16(POLLIN), revents: 0),
            pollfd(fd: second, events: Int16(POLLIN), revents: 0),
        ]
        let outcome = wait(&descriptors, count: 2, until: deadline)
        return (outcome, descriptors[0].revents != 0, descriptors[1].revents != 0)
    }

    private static func wait(
        _ descriptors: UnsafeMutablePointer<pollfd>,
        count: Int,
        until deadline: Deadline
    ) -> Outcome {
        while true {
            let result = poll(descriptors, nfds_t(count), deadline.pollTimeout)
            if result > 0 { return .ready }
            if result < 0 {
                guard errno == EINTR || errno == EAGAIN else { return .failed }
            } else if deadline.hasPassed {
                return .timeout
            }
        }
    }
}
