import Glibc

/// System errors in plain words, the same in every locale.
package enum SystemText {
  /// What went wrong, as the end of a sentence.
  package static func text(for code: Int32) -> String {
    switch code {
    case EACCES, EPERM: "access is denied"
    case ENOENT: "there is no such file"
    case EEXIST: "it exists already"
    case EISDIR: "it is a folder"
    case ESPIPE: "it is a pipe, not a file"
    case ENXIO: "it is a socket, not a file"
    case ENODEV: "it is a device, not a file"
    case ENOTDIR: "a part of the path is no folder"
    case ENOSPC: "the disk is full"
    case EDQUOT: "the disk quota is used up"
    case EROFS: "the file system is read-only"
    case EIO: "the disk has an error"
    case EMFILE, ENFILE: "too many files are open"
    case ELOOP: "the symbolic links go round in a circle"
    case ENAMETOOLONG: "the name is too long"
    case EFBIG: "the file is too large"
    case EBUSY: "it is busy"
    default: "system error \(code)"
    }
  }

  /// What to do next, with a blank before it; empty when that is plain.
  package static func advice(for code: Int32) -> String {
    switch code {
    case EACCES, EPERM: " Check the owner and the mode of the file and its folder."
    case ENOSPC, EDQUOT: " Make room and try again; nothing was left half written."
    case EROFS: " Choose another place."
    case EISDIR, ESPIPE, ENXIO, ENODEV: " Move it away, or name a file."
    default: ""
    }
  }
}
