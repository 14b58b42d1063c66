import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Every test run keeps its records in a fresh state folder, never in the user's. */
export function setup(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'mayday-state-'))
  process.env['MAYDAY_STATE'] = folder
  // Most tests use their own configs. tests/hostile covers the behaviour without trust.
  process.env['MAYDAY_TRUST'] = '1'
  delete process.env['MAYDAY_DIR']
  delete process.env['MAYDAY_TREES']
  return () => rmSync(folder, { recursive: true, force: true })
}
