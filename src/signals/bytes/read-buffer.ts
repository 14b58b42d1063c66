/** One megabyte: fewer reads than with Node's default, and small compared to the memory limit. */
export const READ_BYTES: number = 1024 * 1024

/** A buffer into which a file is read in pieces. */
export const newReadBuffer = (): Buffer => Buffer.allocUnsafeSlow(READ_BYTES)
