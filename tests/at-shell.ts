/** A real shell in a real terminal, whose keys are pressed one after the other. */
import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { stripVTControlCharacters } from 'node:util'

const bin = fileURLToPath(new URL('../bin/mayday.cjs', import.meta.url))

export const hasShell = (name: string): boolean => spawnSync(name, ['-c', 'true']).status === 0

/** A folder of its own for PATH in which `mayday` is the real command. */
export function putCommand(path: string): void {
  writeFileSync(path, `#!/bin/sh\nexec '${process.execPath}' '${bin}' "$@"\n`)
  chmodSync(path, 0o755)
}

export type Keys = {
  /** Typed as it is: a tab completes. */
  readonly type: string
  /** What must be on the screen before the next keys. */
  readonly until: string
}

/** What the screen showed, without control sequences. */
export function atShell(
  command: string,
  keys: readonly Keys[],
  { cwd, env }: { readonly cwd: string; readonly env: Readonly<Record<string, string>> },
): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn('script', ['--quiet', '--return', '--command', command, '/dev/null'], {
      cwd,
      stdio: ['pipe', 'pipe', 'inherit'],
      env: { ...process.env, TERM: 'dumb', NO_COLOR: '1', XDG_CONFIG_HOME: '/nonexistent', ...env },
    })
    const left = [...keys]
    let shown = ''
    let waitingFor = ''
    let from = 0
    const press = (): void => {
      const next = left.shift()
      if (next === undefined) return void child.stdin.end('\u0003\u0015exit\r')
      waitingFor = next.until
      from = shown.length
      child.stdin.write(next.type)
    }
    child.stdout.on('data', (chunk: Buffer) => {
      shown += chunk.toString()
      const seen = stripVTControlCharacters(shown.slice(from))
      if (waitingFor !== '' && seen.includes(waitingFor)) {
        waitingFor = ''
        press()
      }
    })
    child.on('error', reject)
    child.on('close', () => resolve(stripVTControlCharacters(shown).replaceAll('\r', '')))
    press()
  })
}
