import { MaydayError } from '../../../errors.ts'

/** Supervision needs sessions, signals and process groups of a Unix. The commands in `anywhere` only read. */
export function refusePlatform(name: string, anywhere: readonly string[]): void {
  if (process.platform !== 'win32') return
  throw new MaydayError(
    'PLATFORM',
    `mayday ${name} does not run on Windows itself. Run it in WSL: wsl --install, then install Node and Mayday there. Commands that only read work here: ${anywhere.join(', ')}. See docs/platforms.md`,
  )
}
