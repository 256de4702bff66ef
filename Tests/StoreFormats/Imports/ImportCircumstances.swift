import CookieCore
import StoreFormats

/// Circumstances that no test may take from the machine.
let circumstances = CookieImport.Options(
  now: Timestamp(seconds: 1_700_000_000), publicSuffixes: .builtin)

/// Imports text.
func imported(
  _ text: String, options: CookieImport.Options = circumstances
) throws -> CookieImport {
  try CookieImport(Array(text.utf8), options: options)
}
