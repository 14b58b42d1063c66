import { spawnSync } from 'node:child_process'
import type { PluginCommand } from '../../../agents/agent-plugin.ts'
import { MaydayError } from '../../../errors.ts'
import { homeOf, type Env } from '../../../record/state-home.ts'
import { findProgram } from '../../../supervision/launch.ts'
import { shownText } from '../../shown.ts'
import { cutAtWord } from '../../../memory/words.ts'

/** The time limit for an agent's command, which may wait for a person. */
const PATIENCE_MS = 120_000
const SAID_CHARS = 400

/** The path of the agent's program; null if it is not installed. Relative folders on PATH are skipped. */
export function programOf(agent: string, env: Env): string | null {
  const found = findProgram(agent, '/', { PATH: env['PATH'] ?? '' })
  return found.kind === 'found' ? found.path : null
}

export type CommandPlace = {
  readonly env: Env
  readonly root: string | null
  /** Variables that the agent's command needs. */
  readonly more: Readonly<Record<string, string>>
}

/** Runs the agent's own command, in the project or in the home folder. */
export function runAgentCommand(
  program: string,
  words: PluginCommand,
  { env, root, more }: CommandPlace,
): void {
  const { status, stdout, stderr, error } = spawnSync(program, [...words], {
    cwd: root ?? homeOf(env),
    env: { ...env, ...more },
    stdio: ['ignore', 'pipe', 'pipe'],
    encoding: 'utf8',
    timeout: PATIENCE_MS,
  })
  if (status === 0) return
  const said = cutAtWord(shownText(stderr || stdout || error?.message || 'it said nothing'), SAID_CHARS)
  throw new MaydayError('CONNECT_FAILED', `'${[program, ...words].join(' ')}' failed: ${said}`)
}
