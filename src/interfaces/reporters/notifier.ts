/**
 * Notifies the user outside of the terminal about escalations.
 *
 * N1 One escalation gives one message, although several processes may raise it: a compare-and-set decides which
 * process sends it. N2 A notifier that fails is reported and stops nothing.
 */
import { spawn } from 'node:child_process'
import type { Config } from '../../config/config.ts'
import { isDueAgain } from '../../recovery/escalation.ts'
import { readShipped } from '../../record/read-shipped.ts'
import { messagesFor, type Message } from '../../recovery/notify.ts'
import type { Store } from '../../record/store.ts'
import { shownJson } from '../shown.ts'

/** Stores the time up to which all escalations have been sent. */
const TOLD = 'notify:told'

/** The timeout for sending one message. */
const SEND_MS = 10_000

/**
 * Sends the escalations since the last message, and reminders for those that are not acknowledged. Returns the
 * errors.
 */
export async function notify(
  store: Store,
  settings: Config['notify'],
  now: Date,
): Promise<readonly string[]> {
  const told = store.lease(TOLD)
  raiseAgain(store, now)
  const messages = messagesFor(store.escalations({}), new Date(told ?? 0))
  if (messages.length === 0 || !store.claimLease(TOLD, told, now.toISOString())) return []
  const sent = await Promise.all(
    messages.flatMap((message) => sendersOf(settings).map((send) => attempt(send, message))),
  )
  return sent.filter((why) => why !== null)
}

function raiseAgain(store: Store, now: Date): void {
  for (const escalation of store.escalations({ state: 'open' })) {
    const { key, task, run, cause, detail } = escalation
    if (isDueAgain(escalation, now))
      store.raise({ key, task, run, cause, detail, raisedAt: now.toISOString() })
  }
}

type Send = (message: Message) => Promise<void>

const sendersOf = ({ desktop, webhook, command }: Config['notify']): readonly Send[] => [
  ...(desktop === true ? [toDesktop] : []),
  ...(webhook === undefined ? [] : [toWebhook(webhook)]),
  ...(command === undefined ? [] : [toCommand(command)]),
]

async function attempt(send: Send, message: Message): Promise<string | null> {
  try {
    await send(message)
    return null
  } catch (error) {
    return `a notification could not be sent: ${error instanceof Error ? error.message : String(error)}`
  }
}

const NOTIFY = 'src/interfaces/reporters/notify.applescript'

const toDesktop: Send = ({ title, text }) =>
  process.platform === 'darwin'
    ? started('osascript', ['-e', readShipped(NOTIFY), title, text], '')
    : started('notify-send', ['--app-name=mayday', title, text], '')

const toWebhook =
  (url: string): Send =>
  async (message) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: shownJson({ format: 'mayday.notification/1', ...message }),
      signal: AbortSignal.timeout(SEND_MS),
    })
    if (!response.ok) throw new Error(`the webhook answered ${response.status}`)
  }

/** The command gets the message as JSON on standard input, and title and text in its environment. */
const toCommand =
  (command: string): Send =>
  (message) =>
    started('/bin/sh', ['-c', command], shownJson({ format: 'mayday.notification/1', ...message }), {
      MAYDAY_TITLE: message.title,
      MAYDAY_TEXT: message.text,
    })

function started(
  program: string,
  args: readonly string[],
  input: string,
  env: Record<string, string> = {},
): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      stdio: ['pipe', 'ignore', 'ignore'],
      env: { ...process.env, ...env },
      timeout: SEND_MS,
    })
    child.on('error', reject)
    child.on('close', (code) => (code === 0 ? resolve() : reject(new Error(`${program} ended with ${code}`))))
    // A command that does not read its input is no error.
    child.stdin.on('error', () => undefined)
    child.stdin.end(input)
  })
}
