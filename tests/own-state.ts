import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Every test run keeps its records in a state folder of its own, and never in that of the person who starts it. */
export function setup(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'mayday-state-'))
  process.env['MAYDAY_STATE'] = folder
  // The configs of most tests are their own; tests/hostile says what holds without trust.
  process.env['MAYDAY_TRUST'] = '1'
  delete process.env['MAYDAY_DIR']
  delete process.env['MAYDAY_TREES']
  return () => rmSync(folder, { recursive: true, force: true })
}
