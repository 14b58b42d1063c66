/**
 * The header of a Linux program for a machine (IBM S/390) on
 * which no test runs. It is enough for a kernel to refuse it.
 */
export function foreignProgram(): Buffer {
  const head = Buffer.alloc(256)
  head.set([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1])
  head.writeUInt16LE(2, 16)
  head.writeUInt16LE(22, 18)
  head.writeUInt32LE(1, 20)
  return head
}
