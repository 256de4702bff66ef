#if WebKitGTK
  import Foundation

  /// A display without a screen.
  ///
  /// Its X server ends with its last client, which is this program: also when this is killed, or is not told that it
  /// has to end.
  enum VirtualDisplay {
    /// The descriptor on which the server tells its number.
    private static let numberDescriptor: CInt = 3
    /// How long the server may take, in milliseconds.
    private static let patience: CInt = 10_000

    /// Starts an X server and has the engine use it.
    ///
    /// - Parameters:
    ///   - program: the server.
    ///   - key: a path for the secret without which nobody else of this machine gets in.
    /// - Returns: whether there is a display now.
    static func start(_ program: String, key: String) -> Bool {
      guard writeKey(to: key), let number = launch(program, key: key) else { return false }
      setenv("DISPLAY", ":\(number)", 1)
      setenv("XAUTHORITY", key, 1)
      return true
    }

    /// Writes a key that holds for every display of this machine.
    ///
    /// - Source: libXau, `AuWrite.c`: numbers of two bytes, the higher first.
    private static func writeKey(to path: String) -> Bool {
      func field(_ bytes: [UInt8]) -> [UInt8] {
        [UInt8(bytes.count >> 8), UInt8(bytes.count)] + bytes
      }
      let anyFamily: [UInt8] = [0xFF, 0xFF]
      let secret = (0..<16).map { _ in UInt8.random(in: .min ... .max) }
      let bytes =
        anyFamily + field([]) + field([]) + field(Array("MIT-MAGIC-COOKIE-1".utf8)) + field(secret)
      unlink(path)
      let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
      guard file >= 0 else { return false }
      defer { close(file) }
      return write(file, bytes, bytes.count) == bytes.count
    }

    /// Keeps to this program what it was given open: whoever has that too seems to be this program, after it has gone.
    private static func keepDescriptors() {
      let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
      for number in names.compactMap({ CInt($0) }) where number > STDERR_FILENO {
        _ = fcntl(number, F_SETFD, FD_CLOEXEC)
      }
    }

    private static func launch(_ program: String, key: String) -> Int? {
      var pipe: [CInt] = [-1, -1]
      guard Glibc.pipe(&pipe) == 0 else { return nil }
      defer { close(pipe[0]) }
      keepDescriptors()
      var actions = posix_spawn_file_actions_t()
      posix_spawn_file_actions_init(&actions)
      defer { posix_spawn_file_actions_destroy(&actions) }
      // The protocol's own input and output are nobody else's.
      posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
      posix_spawn_file_actions_adddup2(&actions, STDERR_FILENO, STDOUT_FILENO)
      posix_spawn_file_actions_adddup2(&actions, pipe[1], numberDescriptor)
      let words = [
        program, "-displayfd", "\(numberDescriptor)", "-terminate", "-screen", "0", "1280x1024x24",
        "-nolisten", "tcp", "-auth", key,
      ]
      var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
      defer { for argument in arguments { free(argument) } }
      var process = pid_t()
      let result = posix_spawn(&process, program, &actions, nil, &arguments, environ)
      close(pipe[1])
      return result == 0 ? number(from: pipe[0]) : nil
    }

    /// Waits for a line with the number of the display.
    private static func number(from descriptor: CInt) -> Int? {
      var text: [UInt8] = []
      while !text.contains(UInt8(ascii: "\n")) {
        var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard poll(&waiting, 1, patience) > 0 else { return nil }
        var buffer = [UInt8](repeating: 0, count: 16)
        let count = read(descriptor, &buffer, buffer.count)
        guard count > 0 else { return nil }
        text += buffer[..<count]
      }
      return Int(String(decoding: text.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self))
    }
  }
#endif
