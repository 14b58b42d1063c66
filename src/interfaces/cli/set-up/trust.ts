import { join } from 'node:path'
import { forgetTrust, trustOf } from '../../../config/trust-record.ts'
import { UsageError } from '../../../errors.ts'
import { findProject } from '../../../record/project.ts'
import { redact } from '../../../secrets/secrets.ts'
import { countOf } from '../../../signals/count-of.ts'
import { isPerson } from '../screen/ask-person.ts'
import type { Answer } from '../answers.ts'
import type { Screen, Terminal } from '../command.ts'
import { exitWith } from '../exit-codes.ts'
import { loadProjectConfig, type TrustAsked } from '../config/project-config.ts'
import { fileFacts, renderTrust } from '../config/render-trust.ts'
import {
  askForTrust,
  HOW,
  refuseInsideRun,
  remember,
  untrusted,
  type Asked,
} from '../config/require-trust.ts'

type TrustScreen = Screen<Answer<'mayday.trust/1'>>

export type TrustCommandAsked = TrustAsked & { readonly revoke: boolean }

/** Shows the values of mayday.yaml that are executed, asks once, and remembers the answer. */
export async function runTrust(given: TrustCommandAsked, terminal: TrustScreen): Promise<number> {
  if (given.revoke) return revoke(given, terminal)
  const project = findProject(process.cwd(), process.env)
  const asked = { project, executing: (await loadProjectConfig()).executing }
  if (given.json) return tell(asked, given, terminal)
  if (asked.executing.values.length === 0) {
    terminal.out(`mayday.yaml executes nothing here (${project.root}), so there is nothing to trust.\n`)
    return 0
  }
  return decide(asked, given, terminal)
}

async function decide(asked: Asked, { trust }: TrustAsked, terminal: Terminal): Promise<number> {
  const { project, executing } = asked
  const known = trustOf(executing, project)
  if (known !== undefined || trust) {
    if (known === undefined) await remember(asked)
    terminal.out(`${renderTrust(asked, terminal)}Trusted. Undo: mayday trust --revoke\n`)
    return 0
  }
  refuseInsideRun(asked)
  if (!isPerson(terminal)) throw untrusted(asked, HOW)
  const isYes = await askForTrust(asked, terminal)
  terminal.out(isYes ? 'Trusted. Undo: mayday trust --revoke\n' : 'Not trusted. Nothing changed.\n')
  return exitWith(isYes ? 'succeeded' : 'trouble')
}

function revoke({ trust }: TrustAsked, screen: TrustScreen): number {
  if (trust) throw new UsageError('--trust and --revoke contradict each other. Give only one of them.')
  const project = findProject(process.cwd(), process.env)
  const forgotten = forgetTrust(project)
  return screen.answer({ root: project.root, forgotten }, () =>
    forgotten === 0
      ? 'Nothing was trusted here.\n'
      : `Forgotten: ${countOf(forgotten, 'trusted set of values', 'trusted sets of values')}. The next command that executes one asks again.\n`,
  )
}

/** With `--json` the user is not asked. */
async function tell(asked: Asked, { trust }: TrustAsked, screen: TrustScreen): Promise<number> {
  const { project, executing } = asked
  if (trust && executing.values.length > 0 && trustOf(executing, project) === undefined) await remember(asked)
  const known = trustOf(executing, project)
  const told = {
    root: project.root,
    file: fileFacts(join(project.root, 'mayday.yaml')),
    needed: executing.values.length > 0,
    trusted: known !== undefined,
    trustedAt: known?.trustedAt ?? null,
    hash: executing.hash,
    values: executing.values.map(({ key, shown, hash, place }) => ({
      key,
      shown: redact(shown),
      hash,
      line: place?.line ?? null,
    })),
  }
  return screen.answer(told, () => '')
}
