/// The state of a database file and its disk, as the operating system reports it.
public struct FileCondition: Sendable, Hashable {
    /// The identity of a file independent of its name: device and inode.
    public struct Identity: Sendable, Hashable {
        /// The device number.
        public let device: UInt64
        /// The inode number.
        public let inode: UInt64

        /// Creates an identity.
        public init(device: UInt64, inode: UInt64) {
            self.device = device
            self.inode = inode
        }
    }

    /// The identity of the file at the path; `nil` when there is none.
    public let identity: Identity?
    /// Whether this process can write the file and its file system.
    public let isWritable: Bool
    /// The bytes on the disk that are free for this process; `nil` when unknown.
    public let freeBytes: UInt64?

    /// Creates a condition.
    public init(identity: Identity?, isWritable: Bool, freeBytes: UInt64?) {
        self.identity = identity
        self.isWritable = isWritable
        self.freeBytes = freeBytes
    }
}
