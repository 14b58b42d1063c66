import { findChromium } from './find-chromium.ts'

/** Where there is no browser, the tests are skipped and counted; this says how to get one. */
export function setup(): void {
  if (findChromium() === null)
    process.stderr.write(
      'No Chromium was found, so the browser tests are skipped: install one (Debian: apt-get install chromium) or name it in MAYDAY_CHROMIUM.\n',
    )
}
