/**
 * A question to a person is an escalation.
 *
 * A1 The same question is one escalation, however often it is asked, so an agent asks again to read the answer.
 * A2 The answer is the note of the person: `mayday ack N --note "…"`.
 * A3 The number of open questions is limited: an agent in a loop must not fill the list of a person.
 */
import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import * as v from 'valibot'
import { MaydayError } from '../../errors.ts'
import { inert } from '../../memory/prompt-context.ts'
import { cutAtWord } from '../../memory/words.ts'
import type { Store } from '../../record/store.ts'
import { isQuestion, QUESTION } from '../../recovery/escalation.ts'
import type { EscalationRecord } from '../../record/task-story.ts'
import { openStore } from '../cli/record/open-store.ts'
import { complain } from '../complain.ts'
import { ownNotify } from '../cli/connect/own-notices.ts'
import { Notifier } from '../reporters/notifier.ts'
import { shownText } from '../shown.ts'
import { LOOKING } from './looking.ts'
import { tool, type McpTool } from './tool.ts'

const MOST_QUESTION = 1000
/** A3. */
const MOST_OPEN = 20
/** Most clients stop waiting for a tool after a minute. */
const MOST_WAIT_SECONDS = 50
/** Often enough for a person who waits for the agent, and rarely enough for the store. */
const LOOK_EVERY_MS = 500
/**
 * A closed question counts as answered for this long. Later the same words may mean another question, which is asked
 * again.
 */
const ANSWERED_FOR_MS = 24 * 3_600_000

export const askPerson: McpTool = tool({
  name: 'ask_person',
  title: 'Ask a person',
  description:
    'Asks the person who looks after this project a question that you cannot answer yourself. Answers with what the person said, if there is an answer already. Call it again with the same question to look for the answer.',
  isReadOnly: false,
  input: v.strictObject({
    question: v.pipe(
      v.string(),
      v.trim(),
      v.minLength(1),
      v.description('one question with all that is needed to answer it'),
    ),
    waitSeconds: v.exactOptional(
      v.pipe(
        v.number(),
        v.minValue(0),
        v.maxValue(MOST_WAIT_SECONDS),
        v.description('how long to wait for the answer; default 0'),
      ),
    ),
  }),
  run: async ({ question, waitSeconds = 0 }, stop) => {
    const asked = cutAtWord(inert(shownText(question)), MOST_QUESTION)
    const endMs = performance.now() + waitSeconds * 1000
    let found = await ask(asked)
    while (!isAnswered(found) && performance.now() < endMs && !stop.aborted) {
      await pause(LOOK_EVERY_MS, undefined, { signal: stop }).catch(() => undefined)
      found = (await lookAgain(found.number)) ?? found
    }
    return answerOf(found)
  },
})

const keyOf = (question: string): string =>
  `${QUESTION}${createHash('sha256').update(question).digest('hex').slice(0, 16)}`

const isAnswered = ({ state, note }: EscalationRecord): boolean => note !== null || state === 'closed'

/** The escalation of this question. It is raised only once (A1). */
async function ask(question: string): Promise<EscalationRecord> {
  using opened = await openStore({ ...LOOKING, shared: 'writes' })
  const { store } = opened
  const before = askedBefore(keyOf(question), store)
  if (before !== null) return before
  refuseFlood(store)
  const number = store.raise(escalationOf(question, store))
  const raised = store.escalation(number)
  await opened.ship?.()
  await notify(store)
  if (raised === null) throw new MaydayError('NOT_ASKED', 'The question could not be recorded. Ask again.')
  return raised
}

/** The longest time that an agent waits until the notice is sent. */
const NOTICE_MS = 2000

/** Sends a notice by the user's own settings. A person who gets none finds the question in the list. */
async function notify(store: Store): Promise<void> {
  try {
    const settings = await ownNotify(process.env)
    if (settings === null) return
    const notifier = new Notifier(store, settings, { complain, lastWaitMs: NOTICE_MS })
    notifier.look()
    await notifier.end()
  } catch (error) {
    if (!(error instanceof MaydayError)) throw error
    complain(`nobody could be notified: ${error.message}`)
  }
}

function askedBefore(key: string, store: Store): EscalationRecord | null {
  const same = store.escalations().findLast((one) => one.key === key)
  if (same === undefined) return null
  const isRecent = Date.now() - Date.parse(same.lastRaisedAt) < ANSWERED_FOR_MS
  return same.state !== 'closed' || isRecent ? same : null
}

/** A3. */
function refuseFlood(store: Store): void {
  const open = store.escalations().filter((one) => isQuestion(one) && one.state !== 'closed')
  if (open.length < MOST_OPEN) return
  throw new MaydayError(
    'TOO_MANY_QUESTIONS',
    `${open.length} questions wait for an answer already. Continue without this one, or report that you cannot complete the task.`,
  )
}

/** The escalation names the run and not the task: the state of a task does not depend on a question. */
function escalationOf(question: string, store: Store): Parameters<Store['raise']>[0] {
  const { MAYDAY_RUN_ID: runId } = process.env
  const run = runId === undefined ? null : (store.find(runId)?.run ?? null)
  return {
    key: keyOf(question),
    task: null,
    run,
    cause: `An agent asks: ${question} The note of your acknowledgement is its answer.`,
    raisedAt: new Date().toISOString(),
    detail: { actions: run === null ? [] : [`mayday show ${run}`] },
  }
}

async function lookAgain(number: number): Promise<EscalationRecord | null> {
  using opened = await openStore({ ...LOOKING, shared: 'reads' })
  return opened.store.escalation(number)
}

function answerOf({ number, state, note }: EscalationRecord): string {
  if (note !== null) return `The person answered:\n${note}`
  if (state === 'closed')
    return 'The person closed the question without an answer. Decide yourself, or report that you cannot complete the task.'
  const seen =
    state === 'acknowledged'
      ? 'The person has seen it and has not answered yet.'
      : 'No person has answered yet.'
  return `The question is escalation ${number}. ${seen} The person answers with: mayday ack ${number} --note "…"\nCall ask_person again with the same question to look for the answer. Do not wait in a loop: do other work first, or end with report_failure.`
}
