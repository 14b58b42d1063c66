import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { stripVTControlCharacters } from 'node:util'
import type { Finished } from './run-mayday.ts'

const bin = fileURLToPath(new URL('../bin/mayday.cjs', import.meta.url))

export type Typed = {
  readonly cwd: string
  readonly env: Record<string, string>
  readonly answers: readonly string[]
  readonly before?: string
}

const quoted = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`

/**
 * The real command in a real terminal (made by `script`). Each answer is typed when a question appears. `before` is
 * typed before the command starts.
 */
export function atTerminal(
  args: readonly string[],
  { cwd, env, answers, before = '' }: Typed,
): Promise<Finished> {
  const command = [process.execPath, bin, ...args].map(quoted).join(' ')
  return new Promise((resolve, reject) => {
    const child = spawn('script', ['--quiet', '--return', '--command', command, '/dev/null'], {
      cwd,
      stdio: ['pipe', 'pipe', 'inherit'],
      env: { ...process.env, TERM: 'xterm', NO_COLOR: '1', XDG_CONFIG_HOME: '/nonexistent', ...env },
    })
    child.stdin.write(before)
    const left = [...answers]
    let shown = ''
    let asked = 0
    child.stdout.on('data', (chunk: Buffer) => {
      shown += chunk.toString()
      const questions = shown.split('[y/N] ').length - 1
      for (; asked < questions; asked += 1) child.stdin.write(`${left.shift() ?? ''}\n`)
    })
    child.on('error', reject)
    child.on('close', (code) =>
      resolve({ code, stdout: stripVTControlCharacters(shown).replaceAll('\r', ''), stderr: '' }),
    )
  })
}
