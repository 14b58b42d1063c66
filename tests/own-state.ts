import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Every test run keeps its records and compiled code in a fresh folder, never in the user's. */
export function setup(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'mayday-state-'))
  const compiled = mkdtempSync(join(tmpdir(), 'mayday-compiled-'))
  process.env['MAYDAY_STATE'] = folder
  // Most tests use their own configs. tests/hostile covers the behaviour without trust.
  process.env['MAYDAY_TRUST'] = '1'
  delete process.env['MAYDAY_DIR']
  delete process.env['MAYDAY_TREES']
  // Commands with a HOME of their own would compile everything at each start.
  process.env['NODE_COMPILE_CACHE'] = compiled
  return () => {
    for (const one of [folder, compiled]) rmSync(one, { recursive: true, force: true, maxRetries: 10 })
  }
}
