import { readFile } from 'node:fs/promises'
import wabt from 'wabt'

/** The WebAssembly module that a text file describes. */
export async function assemble(path: string | URL): Promise<Uint8Array<ArrayBuffer>> {
  const tools = await wabt()
  const module = tools.parseWat(String(path), await readFile(path, 'utf8'), { simd: true })
  try {
    module.validate()
    return Uint8Array.from(module.toBinary({}).buffer)
  } finally {
    module.destroy()
  }
}
