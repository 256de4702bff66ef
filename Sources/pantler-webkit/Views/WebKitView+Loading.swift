#if WebKitGTK
  import CWebKitGTK
  import CookieCore
  import StoreModel

  extension WebKitView {
    /// What a failure of the engine means.
    nonisolated static func failure(of error: UnsafeMutablePointer<GError>) -> PageFailure {
      if error.pointee.domain == pantler_network_error_domain(),
        error.pointee.code == gint(WEBKIT_NETWORK_ERROR_CANCELLED.rawValue)
      {
        return .cancelled
      }
      return .connection(GLibCall.message(of: error))
    }

    /// Follows the engine's account of a load.
    func loadChanged(_ event: WebKitLoadEvent) {
      switch event {
      case WEBKIT_LOAD_STARTED, WEBKIT_LOAD_REDIRECTED: beginUnlessUnderWay()
      case WEBKIT_LOAD_COMMITTED:
        calledOff = .none
        noteResponse()
        tell(self, .changed)
      case WEBKIT_LOAD_FINISHED where calledOff == .awaitsEnd: calledOff = .none
      case WEBKIT_LOAD_FINISHED:
        noteResponse()
        end(nil)
      default: break
      }
    }

    /// Notes why a load failed; the engine says afterwards that it is finished.
    func loadFailed(_ failure: PageFailure) {
      if calledOff == .awaitsFailure, failure == .cancelled {
        calledOff = .awaitsEnd
        return
      }
      navigation?.failure = failure
    }

    /// Notes that the main resource is asked for.
    ///
    /// - Parameter resource: the address of the engine's resource.
    func requested(_ url: String, method: String, resource: UInt) {
      beginUnlessUnderWay()
      navigation?.request(url, method: method)
      guard let resource = OpaquePointer(bitPattern: resource) else { return }
      ViewSignals.watchRedirects(of: resource, in: self)
    }

    /// Notes that a response led elsewhere.
    func redirected(status: Int, to url: String, method: String) {
      navigation?.redirect(status: status, to: url, method: method)
    }

    /// Notes that the view's web process is gone.
    func webProcessTerminated(_ reason: WebKitWebProcessTerminationReason) {
      lastURL = url
      state = .processDied
      end(.connection("the web process died"))
      switch reason {
      case WEBKIT_WEB_PROCESS_EXCEEDED_MEMORY_LIMIT:
        tell(self, .processDied(reason: "it used more memory than it may"))
      case WEBKIT_WEB_PROCESS_TERMINATED_BY_API: tell(self, .processDied(reason: "it was ended"))
      default: tell(self, .processDied(reason: "it crashed"))
      }
    }

    private func noteResponse() {
      guard navigation?.hops.last?.status == nil,
        let resource = webkit_web_view_get_main_resource(webView),
        let response = webkit_web_resource_get_response(resource)
      else { return }
      navigation?.respond(status: Int(webkit_uri_response_get_status_code(response)))
    }
  }
#endif
