/** One megabyte: fewer calls than Node's default, and still small against the memory bound. */
export const READ_BYTES: number = 1024 * 1024

/** Memory to read a file into, piece by piece. */
export const newReadBuffer = (): Buffer => Buffer.allocUnsafeSlow(READ_BYTES)
