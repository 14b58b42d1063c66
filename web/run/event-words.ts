import type { ShownRun } from '../../src/views/show-run.ts'
import { duration, retryWords } from '../words.ts'

type Event = ShownRun['events'][number]

const stageWords = (stage: string): string => stage.replaceAll('_', ' ')

const STOPS: Readonly<Record<string, string>> = {
  timeout: 'its time is over',
  idle: 'it makes no progress',
  cancel: 'a person canceled it',
  done: 'it had finished',
}

const EXTENSIONS = { tool: 'it waits for a tool', files: 'it writes files', cpu: 'it computes' } as const

/** One event of a run as text; null for events that are not shown. */
export function eventWords(event: Event): string | null {
  switch (event.event) {
    case 'run:created':
      return `run ${event.run} is created`
    case 'run:rejected':
      return `the launch is refused: ${event.rejection}`
    case 'run:adopted':
      return 'adopted after its scheduler was gone (scheduler recovery)'
    case 'stage:starting':
      return `${stageWords(event.stage)} begins`
    case 'stage:extended':
      return `${stageWords(event.stage)} gets more time: ${EXTENSIONS[event.why]}`
    case 'agent:retrying':
      return `the agent is ${retryWords(event, event.nextMs)}`
    case 'stage:stopping':
      return `${stageWords(event.stage)} is stopped after ${duration(event.afterMs)}: ${event.why === 'retrying' ? 'it only retries' : (STOPS[event.by] ?? event.by)}`
    case 'stage:ended':
      return `${stageWords(event.stage)} ends after ${duration(event.durationMs)}${endWords(event)}`
    case 'disk:full':
      return event.says
    case 'start:testing':
      return `verify runs at the start of the task (${event.commit.slice(0, 12)}), to compare failing tests`
    case 'strays:stopped':
      return `${event.count} left-over processes are stopped`
    case 'strays:unsure':
      return `${stageWords(event.stage)} may have left processes behind: ${event.says}`
    case 'state:rebuilt':
      return `the record was rebuilt: ${event.why}`
    case 'run:ended':
      return `${event.status}${event.reason === null ? '' : ` with ${event.reason}`}`
    case 'stage:started':
    case 'tree:changed':
    case 'stage:ticked':
    case 'stage:compared':
      return null
  }
}

function endWords({ exitCode, endSignal }: Extract<Event, { event: 'stage:ended' }>): string {
  if (endSignal !== null) return ` by ${endSignal}`
  return exitCode === null ? '' : `, exit code ${exitCode}`
}
