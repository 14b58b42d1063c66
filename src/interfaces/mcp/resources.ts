/** What an agent can read by its address: the runs of this project, and the reasons. */
import { customReasonsOf, overridesOf } from '../../config/custom-reasons.ts'
import { UnknownWordError } from '../../errors.ts'
import { readHistory } from '../../views/history.ts'
import { readReasons, type ListedReason } from '../../views/reasons.ts'
import type { RunRow } from '../../views/run-row.ts'
import { showRun } from '../../views/show-run.ts'
import { configOrDefaults } from '../cli/config/project-config.ts'
import { withRun } from '../cli/record/find-recorded.ts'
import { openRecorded } from '../cli/record/open-store.ts'
import { openShown } from '../cli/record/queue-context.ts'
import { boundedJson } from './bounded.ts'
import { LOOKING } from './looking.ts'

const MIME = 'application/json'
const RECENT_RUNS = 20

export const resources = [
  {
    uri: 'mayday://runs',
    name: 'runs',
    title: 'The newest runs',
    description: `The newest ${RECENT_RUNS} runs of this project: status, reason, summary.`,
    mimeType: MIME,
  },
  {
    uri: 'mayday://reasons',
    name: 'reasons',
    title: 'All reasons',
    description: 'Why runs fail: each reason with its meaning, and whether an agent may report it.',
    mimeType: MIME,
  },
]

export const resourceTemplates = [
  {
    uriTemplate: 'mayday://runs/{run}',
    name: 'run',
    title: 'One run',
    description: 'Everything about one run: verdict, evidence, attempts, lessons. {run} is its number.',
    mimeType: MIME,
  },
  {
    uriTemplate: 'mayday://reasons/{reason}',
    name: 'reason',
    title: 'One reason',
    description: 'The meaning of one reason, its causes, and what to do.',
    mimeType: MIME,
  },
]

/** A number, or the name of a reason. Nothing else is part of an address. */
const ADDRESS = /^mayday:\/\/(runs|reasons)(?:\/([A-Za-z0-9_]{1,100}))?$/

type Content = { readonly uri: string; readonly mimeType: string; readonly text: string }

/** Null if there is no such address. */
export async function readResource(uri: string): Promise<Content | null> {
  const [, kind, name] = ADDRESS.exec(uri) ?? []
  if (kind === undefined) return null
  const found = kind === 'runs' ? await readRuns(name) : await reasonsNamed(name)
  return { uri, mimeType: MIME, text: boundedJson(found) }
}

async function readRuns(name: string | undefined): Promise<object> {
  if (name !== undefined) return oneRun(name)
  using opened = await openRecorded({ ...LOOKING, shared: 'reads' })
  const { runs } = readHistory({ limit: RECENT_RUNS }, opened.store)
  return { runs: runs.map(listedRun) }
}

const listedRun = (row: RunRow): object => ({
  run: row.run,
  task: row.task,
  attempt: row.attempt,
  agent: row.agent,
  status: row.statusThatCounts,
  reason: row.reasonThatCounts,
  startedAt: row.startedAt,
  summary: row.summary,
})

async function oneRun(name: string): Promise<object> {
  using opened = await openShown(LOOKING)
  const context = withRun(opened, name)
  // The prompt and the events are long. Without them the answer is not of this format.
  const { format: _, prompt: __, events: ___, ...shown } = showRun(context.run, context)
  return shown
}

async function reasonsNamed(name: string | undefined): Promise<object> {
  const config = await configOrDefaults()
  const { reasons } = readReasons({ custom: customReasonsOf(config), overrides: overridesOf(config) })
  if (name === undefined) return { reasons: reasons.map(listedReason) }
  const found = reasons.find(({ reason }) => reason === name)
  if (found !== undefined) return found
  throw new UnknownWordError(
    'reason',
    name,
    reasons.map(({ reason }) => reason),
  )
}

const listedReason = ({ reason, class: kind, claimable, meaning }: ListedReason): object => ({
  reason,
  class: kind,
  claimable,
  meaning,
})
