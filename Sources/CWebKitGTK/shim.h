#ifndef PANTLER_WEBKITGTK_SHIM_H
#define PANTLER_WEBKITGTK_SHIM_H

#include <glib-unix.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/pidfd.h>
#include <webkit/webkit.h>

/// Makes a web view of a context and a session and takes a reference of it; the constructor is variadic.
static inline WebKitWebView *_Nullable pantler_web_view_new(
    WebKitWebContext *_Nonnull context, WebKitNetworkSession *_Nonnull session) {
  gpointer view = g_object_new(
      WEBKIT_TYPE_WEB_VIEW, "web-context", context, "network-session", session, NULL);
  return WEBKIT_WEB_VIEW(g_object_ref_sink(view));
}

/// Has this process continued when the one that started it dies, should it stand still then; the call is variadic.
static inline void pantler_continue_without_parent(void) {
  prctl(PR_SET_PDEATHSIG, SIGCONT);
}

/// The domain of failures that stand for a request being called off; the name is a macro.
static inline GQuark pantler_io_error_domain(void) {
  return G_IO_ERROR;
}

/// The domain of failures of the network layer of the engine; the name is a macro.
static inline GQuark pantler_network_error_domain(void) {
  return WEBKIT_NETWORK_ERROR;
}

#endif
