#if WebKitGTK
  import CWebKitGTK
  import StoreModel

  /// Connects the engine's signals of a view with what is to happen.
  @GLibActor
  enum ViewSignals {
    /// Connects all signals; the view takes them away before it goes.
    static func connect(_ view: WebKitView) {
      let loadChanged: @convention(c) (OpaquePointer?, WebKitLoadEvent, gpointer?) -> Void = {
        _, event, data in
        guard let data else { return }
        let view = Unmanaged<WebKitView>.fromOpaque(data).takeUnretainedValue()
        GLibActor.assumeIsolated { view.loadChanged(event) }
      }
      attach("load-changed", unsafeBitCast(loadChanged, to: GCallback.self), to: view)
      let loadFailed:
        @convention(c) (
          OpaquePointer?, WebKitLoadEvent, UnsafePointer<CChar>?, UnsafeMutablePointer<GError>?,
          gpointer?
        ) -> gboolean = { _, _, _, error, data in
          guard let data, let error else { return 0 }
          let failure = WebKitView.failure(of: error)
          let view = Unmanaged<WebKitView>.fromOpaque(data).takeUnretainedValue()
          GLibActor.assumeIsolated { view.loadFailed(failure) }
          // The engine's page about the failure is of no use here.
          return 1
        }
      attach("load-failed", unsafeBitCast(loadFailed, to: GCallback.self), to: view)
      let decidePolicy:
        @convention(c) (OpaquePointer?, OpaquePointer?, WebKitPolicyDecisionType, gpointer?) ->
          gboolean = { _, decision, type, data in
            guard let data, let decision, type == WEBKIT_POLICY_DECISION_TYPE_NAVIGATION_ACTION
            else { return 0 }
            let address = UInt(bitPattern: decision)
            let view = Unmanaged<WebKitView>.fromOpaque(data).takeUnretainedValue()
            return GLibActor.assumeIsolated { view.decide(address) ? 1 : 0 }
          }
      attach("decide-policy", unsafeBitCast(decidePolicy, to: GCallback.self), to: view)
      connectProcess(view)
      connectResources(view)
    }

    /// Takes all handlers of a view away.
    static func disconnect(_ view: WebKitView) {
      g_signal_handlers_disconnect_matched(
        UnsafeMutableRawPointer(view.view), G_SIGNAL_MATCH_DATA, 0, 0, nil, nil,
        Unmanaged.passUnretained(view).toOpaque())
    }

    private static func connectProcess(_ view: WebKitView) {
      let terminated:
        @convention(c) (OpaquePointer?, WebKitWebProcessTerminationReason, gpointer?) -> Void = {
          _, reason, data in
          guard let data else { return }
          let view = Unmanaged<WebKitView>.fromOpaque(data).takeUnretainedValue()
          GLibActor.assumeIsolated { view.webProcessTerminated(reason) }
        }
      attach("web-process-terminated", unsafeBitCast(terminated, to: GCallback.self), to: view)
      let titleChanged: @convention(c) (OpaquePointer?, OpaquePointer?, gpointer?) -> Void = {
        _, _, data in
        guard let data else { return }
        let view = Unmanaged<WebKitView>.fromOpaque(data).takeUnretainedValue()
        GLibActor.assumeIsolated { view.tell(view, .changed) }
      }
      attach("notify::title", unsafeBitCast(titleChanged, to: GCallback.self), to: view)
    }

    /// The main resource's requests and responses are the hops.
    private static func connectResources(_ view: WebKitView) {
      let started:
        @convention(c) (OpaquePointer?, OpaquePointer?, OpaquePointer?, gpointer?) -> Void = {
          sender, resource, request, data in
          guard let data, let sender, let resource, let request,
            webkit_web_view_get_main_resource(UnsafeMutablePointer(sender)) == resource
          else { return }
          let url = WebKitRequest.url(of: request)
          let method = WebKitRequest.method(of: request)
          let view = Unmanaged<WebKitView>.fromOpaque(data).takeUnretainedValue()
          let address = UInt(bitPattern: resource)
          GLibActor.assumeIsolated { view.requested(url, method: method, resource: address) }
        }
      attach("resource-load-started", unsafeBitCast(started, to: GCallback.self), to: view)
    }

    /// Connects the signal of a main resource that tells of redirects.
    static func watchRedirects(of resource: OpaquePointer, in view: WebKitView) {
      let sent: @convention(c) (OpaquePointer?, OpaquePointer?, OpaquePointer?, gpointer?) -> Void =
        {
          _, request, response, data in
          guard let data, let request, let response else { return }
          let url = WebKitRequest.url(of: request)
          let method = WebKitRequest.method(of: request)
          let status = Int(webkit_uri_response_get_status_code(response))
          let view = Unmanaged<WebKitView>.fromOpaque(data).takeUnretainedValue()
          GLibActor.assumeIsolated { view.redirected(status: status, to: url, method: method) }
        }
      // A view lives until its engine's view is gone, and a resource no longer than that one.
      g_signal_connect_data(
        UnsafeMutableRawPointer(resource), "sent-request", unsafeBitCast(sent, to: GCallback.self),
        Unmanaged.passUnretained(view).toOpaque(), nil, GConnectFlags(rawValue: 0))
    }

    private static func attach(_ signal: String, _ callback: GCallback?, to view: WebKitView) {
      g_signal_connect_data(
        UnsafeMutableRawPointer(view.view), signal, callback,
        Unmanaged.passUnretained(view).toOpaque(), nil, GConnectFlags(rawValue: 0))
    }
  }
#endif
