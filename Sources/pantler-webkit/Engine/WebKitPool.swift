#if WebKitGTK
  import CWebKitGTK
  import StoreModel

  /// A pool of this program: a web context of the engine.
  ///
  /// All pools have the same network process, so cookies do not depend on the pool.
  @GLibActor
  final class WebKitPool {
    let id: LivePool.ID
    let name: String
    /// The engine's context.
    let context: OpaquePointer

    /// - Precondition: there is a display.
    init(id: LivePool.ID, name: String) {
      self.id = id
      self.name = name
      context = webkit_web_context_new()
    }

    /// Lets go of the context.
    func close() {
      g_object_unref(UnsafeMutableRawPointer(context))
    }
  }
#endif
