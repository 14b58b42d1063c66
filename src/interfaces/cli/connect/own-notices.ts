/**
 * Notices about sessions that Mayday did not start.
 *
 * N1 Only the user's own mayday.yaml counts: the file of a project could execute commands, and nobody was asked to
 * trust it. N2 The queue of these notices is a small record in the state folder, so quiet hours and the hourly limit
 * apply to all folders together.
 */
import { orUnknown } from '../../../reasons/reason.ts'
import { homedir } from 'node:os'
import { join } from 'node:path'
import type { Config } from '../../../config/config.ts'
import { loadConfig } from '../../../config/load-config.ts'
import { policyFor } from '../../../recovery/policy.ts'
import type { Notice } from '../../../recovery/notices.ts'
import { privateFolder } from '../../../record/private-folder.ts'
import { projectAt } from '../../../record/project.ts'
import { stateHome, type Env } from '../../../record/state-home.ts'
import { Store } from '../../../record/store.ts'
import type { Ending } from '../../../sessions/ending.ts'
import { Notifier } from '../../reporters/notifier.ts'
import { targetsOf } from '../../reporters/notify/targets.ts'

const folderIn = (env: Env): string => join(stateHome(env), 'notices')

/** N1. Null if the user wants no notices. */
export async function ownNotify(env: Env): Promise<Config['notify'] | null> {
  const { whole: config } = await loadConfig(projectAt(privateFolder(folderIn(env)), env), env)
  return targetsOf(config.notify, env).length === 0 ? null : config.notify
}

export async function notifyOwner(notices: readonly Notice[], env: Env): Promise<void> {
  const settings = notices.length === 0 ? null : await ownNotify(env)
  if (settings === null) return
  using store = Store.open(folderIn(env))
  // The messages of a detached process are not shown anywhere.
  const notifier = new Notifier(store, settings, { complain: () => undefined, env })
  notifier.tell(notices)
  notifier.look()
  await notifier.end()
}

/** Returns no notice for an ending that the next attempt may correct. */
export function noticesOf(ending: Ending): readonly Notice[] {
  const { agent, title, session, status, reason, root, said, resetAt } = ending
  const { plan, gate } = policyFor(orUnknown(reason), {})
  const passes = plan === 'wait' && resetAt !== null
  if (status !== 'failed' || (plan !== 'escalate' && gate?.of !== 'account')) return []
  return [
    {
      kind: passes ? 'limit' : 'person',
      // A limit or a lost login concerns all sessions of the agent.
      key: gate?.of === 'account' ? `session:${agent}:${reason}` : `session:${session}:${reason}`,
      escalations: [],
      title: `${title}: ${reason} in ${shortFolder(root)}`,
      text: [
        ...(said === '' ? [] : [`› ${said}`]),
        ...(resetAt === null ? [] : [`The limit resets at ${resetAt}.`]),
        `In that folder: mayday why`,
      ].join('\n'),
    },
  ]
}

export const waitsNotice = (session: string, cwd: string, message: string): Notice => ({
  kind: 'person',
  key: `session:${session}:permission`,
  escalations: [],
  title: `An agent waits for a permission in ${shortFolder(cwd)}`,
  text: message === '' ? 'It continues when you answer.' : message,
})

const shortFolder = (folder: string): string =>
  folder.startsWith(`${homedir()}/`) ? `~${folder.slice(homedir().length)}` : folder
