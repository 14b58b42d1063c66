import { accessSync, constants, statSync } from 'node:fs'

const USUAL = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** The browser to test with: MAYDAY_CHROMIUM, else the first of the usual places; null where there is none. */
export function findChromium(): string | null {
  const named = process.env['MAYDAY_CHROMIUM'] ?? ''
  return (named === '' ? USUAL : [named]).find(isProgram) ?? null
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    // Not there: the next place may have it.
    return false
  }
}
