/** A text without its percent-encoding. A percent sign that encodes nothing is kept. */
export function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    // URIError: the text was not encoded, so nothing is lost.
    return text
  }
}
