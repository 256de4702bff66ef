import StoreFormats
import Testing

@Suite("A SHA-256 is the same in one piece and in many")
struct SHA256DigestTests {
  @Test(
    "The examples of FIPS 180-2",
    arguments: [
      (text: "", hex: "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
      (text: "abc", hex: "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
      (
        text: "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
        hex: "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
      ),
    ])
  func examples(text: String, hex: String) {
    #expect(SHA256Digest.hex(of: Array(text.utf8)) == hex)
    var digest = SHA256Digest()
    for byte in text.utf8 { digest.update([byte]) }
    #expect(SHA256Digest.hex(ofDigest: digest.finish()) == hex)
  }
}
