const NEWLINE = 10

/** The lines of a stream of bytes. A line that is longer than `mostBytes` is not kept: null replaces it. */
export async function* messageLines(
  input: AsyncIterable<Uint8Array>,
  mostBytes: number,
): AsyncGenerator<string | null> {
  let parts: Uint8Array[] = []
  let size = 0
  const add = (bytes: Uint8Array): void => {
    size += bytes.length
    if (size <= mostBytes) parts.push(bytes)
    else parts = []
  }
  const take = (): string | null => {
    const line = size > mostBytes ? null : Buffer.concat(parts).toString('utf8')
    parts = []
    size = 0
    return line
  }
  for await (const chunk of input) {
    let from = 0
    for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, from)) {
      add(chunk.subarray(from, at))
      yield take()
      from = at + 1
    }
    add(chunk.subarray(from))
  }
  if (size > 0) yield take()
}
