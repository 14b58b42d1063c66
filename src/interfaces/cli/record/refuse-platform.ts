import { MaydayError } from '../../../errors.ts'

/** Supervision needs sessions, signals and process groups of a Unix. Commands that only read an output do not. */
export function refusePlatform(name: string, platform: string = process.platform): void {
  if (platform !== 'win32') return
  throw new MaydayError(
    'PLATFORM',
    `mayday ${name} does not run on Windows itself. Run it in WSL: wsl --install, then install Node and Mayday there. Commands that only read an output work here: explain, reasons. See docs/platforms.md`,
  )
}
