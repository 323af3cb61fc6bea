/// The state of a database's file and of the disk that it lies on, as the system reports it.
public struct FileCondition: Sendable, Hashable {
    /// The file that a path leads to, whatever its name: device and inode.
    public struct Identity: Sendable, Hashable {
        /// The device's number.
        public let device: UInt64
        /// The inode's number.
        public let inode: UInt64

        /// An identity of the two numbers.
        public init(device: UInt64, inode: UInt64) {
            self.device = device
            self.inode = inode
        }
    }

    /// Which file lies at the path; `nil` when there is none.
    public let identity: Identity?
    /// Whether this process may write it, and its file system.
    public let isWritable: Bool
    /// How many bytes are free on the disk, for this process; `nil` when it cannot be told.
    public let freeBytes: UInt64?

    /// A condition of its parts.
    public init(identity: Identity?, isWritable: Bool, freeBytes: UInt64?) {
        self.identity = identity
        self.isWritable = isWritable
        self.freeBytes = freeBytes
    }
}
