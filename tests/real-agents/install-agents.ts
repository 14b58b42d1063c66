import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { agentsFolder } from './real-agents.ts'

const stamp = join(agentsFolder, 'node_modules/.installed')

/** What is installed, in one word: the lock, and whether all of it. */
const wantedStamp = (isFull: boolean): string =>
  `${createHash('sha256')
    .update(readFileSync(join(agentsFolder, 'package-lock.json')))
    .digest('hex')} ${isFull ? 'full' : 'ci'}`

function isInstalled(isFull: boolean): boolean {
  const found = existsSync(stamp) ? readFileSync(stamp, 'utf8') : ''
  return found === wantedStamp(true) || found === wantedStamp(isFull)
}

/** As the lock says, without install scripts, once. Returns a sentence where that fails. */
export function installAgents(isFull: boolean, say: (line: string) => unknown): string | null {
  if (isInstalled(isFull)) return null
  say('Installing the agents as tests/real-agents/package-lock.json says (1.9 GB; with --full 3.0 GB) …')
  const args = ['ci', ...(isFull ? [] : ['--omit=dev'])]
  const { status, error } = spawnSync('npm', args, { cwd: agentsFolder, stdio: 'inherit' })
  if (status !== 0)
    return `npm could not install the agents (${error?.message ?? `exit code ${status}`}). Their tests need them: look at what npm says above.`
  writeFileSync(stamp, wantedStamp(isFull))
  return null
}
