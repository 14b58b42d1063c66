/** An output that arrives as a stream. */
export async function* bytesOf(output: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(output)
}
