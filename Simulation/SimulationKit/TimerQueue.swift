/// A priority queue of timers, earliest first.
///
/// Timers with the same deadline keep the order that the seed gave them.
struct TimerQueue {
    enum Wake {
        case job(UnownedJob)
        /// A task that waits under the timer's id.
        case sleeper
        case action(() -> Void)
    }

    struct Timer {
        let deadline: Int64
        let tie: UInt64
        let id: Int
        let wake: Wake

        static func < (left: Timer, right: Timer) -> Bool {
            (left.deadline, left.tie, left.id) < (right.deadline, right.tie, right.id)
        }
    }

    // A binary heap.
    private var heap: [Timer] = []
    private var lastID = 0

    /// The deadline of the next timer, and its id if it is a wait (which may have been cancelled).
    var next: (deadline: Int64, sleeper: Int?)? {
        guard !heap.isEmpty else { return nil }
        guard case .sleeper = heap[0].wake else { return (heap[0].deadline, nil) }
        return (heap[0].deadline, heap[0].id)
    }

    mutating func nextID() -> Int {
        lastID += 1
        return lastID
    }

    mutating func add(id: Int, deadline: Int64, tie: UInt64, wake: Wake) {
        heap.append(Timer(deadline: deadline, tie: tie, id: id, wake: wake))
        var child = heap.count - 1
        while child > 0 {
            let parent = (child - 1) / 2
            guard heap[child] < heap[parent] else { return }
            heap.swapAt(child, parent)
            child = parent
        }
    }

    /// Removes and returns the next timer if it is due.
    mutating func removeFirst(dueAt time: Int64) -> Timer? {
        guard let first = heap.first, first.deadline <= time else { return nil }
        heap.swapAt(0, heap.count - 1)
        heap.removeLast()
        var parent = 0
        while true {
            var least = parent
            for child in (2 * parent + 1)...(2 * parent + 2)
            where child < heap.count && heap[child] < heap[least] {
                least = child
            }
            guard least != parent else { return first }
            heap.swapAt(parent, least)
            parent = least
        }
    }
}
