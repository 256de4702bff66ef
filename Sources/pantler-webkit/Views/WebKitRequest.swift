#if WebKitGTK
  import CWebKitGTK

  /// Reads requests of the engine, which belong to it.
  enum WebKitRequest {
    /// Where a request goes.
    static func url(of request: OpaquePointer) -> String {
      webkit_uri_request_get_uri(request).map { String(cString: $0) } ?? ""
    }

    /// The method of a request; that of a request by another protocol than HTTP, which has none, is GET.
    static func method(of request: OpaquePointer) -> String {
      webkit_uri_request_get_http_method(request).map { String(cString: $0) } ?? "GET"
    }
  }
#endif
