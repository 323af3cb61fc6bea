/// The state of a database file and its disk, as the operating system reports it.
package struct FileCondition: Sendable, Hashable {
    /// The identity of a file independent of its name: device and inode.
    package struct Identity: Sendable, Hashable {
        /// The device number.
        package let device: UInt64
        /// The inode number.
        package let inode: UInt64

        /// Creates an identity.
        package init(device: UInt64, inode: UInt64) {
            self.device = device
            self.inode = inode
        }
    }

    /// The identity of the file at the path; `nil` when there is none.
    package let identity: Identity?
    /// Whether this process can write the file and its file system.
    package let isWritable: Bool
    /// The bytes on the disk that are free for this process; `nil` when unknown.
    package let freeBytes: UInt64?

    /// Creates a condition.
    package init(identity: Identity?, isWritable: Bool, freeBytes: UInt64?) {
        self.identity = identity
        self.isWritable = isWritable
        self.freeBytes = freeBytes
    }
}
