import { visible } from '../../../signals/invisible.ts'
import { readStatus, type Status } from '../../../views/status.ts'
import { isRecorded, type MaybeRecorded } from '../../../views/view.ts'
import type { Screen, Terminal } from '../command.ts'
import { untilInterrupted } from '../screen/interrupt.ts'
import { endOrphans } from '../record/open-store.ts'
import { openRecordedQueue } from '../record/queue-context.ts'
import { renderStatus } from './render-status.ts'
import { statusChanges } from './status-changes.ts'
import { clockTime } from '../screen/times.ts'
import { shownJson } from '../../shown.ts'

const LOOK_EVERY_MS = 1000
const LOOKS_PER_RECONCILE = 20

export type StatusAsked = { readonly watch: boolean; readonly json: boolean }

export async function runStatus(asked: StatusAsked, screen: Screen): Promise<number> {
  if (asked.watch) return watch(asked, screen)
  using context = await openRecordedQueue({ shared: 'reads' })
  const status = readStatus(context)
  return screen.answer(status, () => rendered(status, screen))
}

const rendered = (status: Status, { colour, columns }: Terminal): string =>
  renderStatus(status, { nowMs: Date.now(), colour, columns })

/** Repeats the status until Ctrl+C, which is the normal way to end it. */
async function watch({ json }: StatusAsked, terminal: Terminal): Promise<number> {
  using interrupt = untilInterrupted()
  using viewer = json ? jsonViewer(terminal) : viewerFor(terminal)
  let context: MaybeRecorded = await openRecordedQueue({ shared: 'reads' })
  try {
    for (let looks = 1; !terminal.isClosed(); looks += 1) {
      viewer.show(readStatus(context))
      if (!(await context.clock.nap(LOOK_EVERY_MS, interrupt.signal))) break
      context = await lookAgain(context, looks)
    }
    return 0
  } finally {
    context.store?.close()
  }
}

/** The store may be created while this runs, and the supervisor of a run may die. */
async function lookAgain(context: MaybeRecorded, looks: number): Promise<MaybeRecorded> {
  if (!isRecorded(context)) return openRecordedQueue({ shared: 'reads' })
  if (looks % LOOKS_PER_RECONCILE !== 0) return context
  if (context.isShared !== true) await endOrphans(context)
  else {
    // The nodes supervise the runs of a fleet. Their changes are fetched.
    context.store.close()
    return openRecordedQueue({ shared: 'reads' })
  }
  return context
}

type Viewer = { readonly show: (status: Status) => void } & Disposable

const viewerFor = (terminal: Terminal): Viewer =>
  terminal.live === null ? lineViewer(terminal) : screenViewer(terminal)

/** Prints the whole status whenever it changes. */
function jsonViewer({ out }: Terminal): Viewer {
  let last: Status | null = null
  return {
    show: (status) => {
      if (last === null || statusChanges(last, status).length > 0) out(`${shownJson(status)}\n`)
      last = status
    },
    [Symbol.dispose]: () => undefined,
  }
}

function lineViewer({ out }: Terminal): Viewer {
  let last: Status | null = null
  return {
    show: (status) => {
      for (const line of statusChanges(last, status)) out(`${clockTime(new Date())} ${line}\n`)
      last = status
    },
    [Symbol.dispose]: () => undefined,
  }
}

/** Uses the alternate screen. At the end the terminal is restored, and the last status is printed below. */
const OTHER_SCREEN = '\u001B[?1049h\u001B[?25l'
const OWN_SCREEN = '\u001B[?25h\u001B[?1049l'
const TOP = '\u001B[H'
const REST_OF_LINE = '\u001B[K'
const REST_OF_SCREEN = '\u001B[J'

function screenViewer(terminal: Terminal): Viewer {
  let last = ''
  terminal.steer(OTHER_SCREEN)
  return {
    show: (status) => {
      last = visible(rendered(status, terminal))
      const lines = last
        .trimEnd()
        .split('\n')
        .slice(0, terminal.rows - 1)
      terminal.steer(`${TOP}${lines.map((line) => line + REST_OF_LINE).join('\n')}${REST_OF_SCREEN}`)
    },
    [Symbol.dispose]: () => terminal.steer(`${OWN_SCREEN}${last}`),
  }
}
