import type { JsonObject } from '../../signals/bytes/records.ts'
import { object, objects, text } from '../../signals/json.ts'
import {
  resultLine,
  say,
  sayLine,
  shownCall,
  sayError,
  type StoryItem,
  type StoryTeller,
} from '../story-item.ts'

/** Log lines begin with one of a few signs and a level. */
const LOG_LINE = /^(\S{1,3})\s+(DEBUG|INFO|WARNING|ERROR|CRITICAL)\s+(.*)$/u

export const story = (): StoryTeller => ({ record: tellTrajectory, line: tellText() })

function tellTrajectory(record: JsonObject): readonly StoryItem[] | null {
  if (!Array.isArray(record['trajectory'])) return null
  const status = text(object(record['info'])['exit_status'])
  return [
    ...objects(record['trajectory']).flatMap(stepItems),
    ...(status === '' ? [] : [{ kind: 'notice', text: `The agent ended: ${status}.` } as const]),
  ]
}

function stepItems(step: JsonObject): readonly StoryItem[] {
  const action = text(step['action']).trim()
  const said = text(step['thought']) || text(step['response'])
  return [
    { kind: 'turn' },
    ...say('words', said),
    ...(action === '' ? [] : [shownCall('bash', action)]),
    ...(action === '' ? [] : [resultLine(text(step['observation']))]),
  ]
}

type Part = 'words' | 'action' | 'result' | 'other'

/** The log shows a step in three parts: its number, the thought with the action, and the observation. */
function tellText(): (line: string) => readonly StoryItem[] {
  let part: Part = 'other'
  return (line) => {
    const [, , level = '', said = ''] = LOG_LINE.exec(line) ?? []
    if (level === 'ERROR' || level === 'CRITICAL') return sayError(said)
    if (/^=+ STEP \d+ =+$/.test(said)) return [{ kind: 'turn' }]
    if (/THOUGHT/.test(said)) part = 'words'
    else if (/ACTION/.test(said) || /^🎬 ACTION/u.test(line)) part = 'action'
    else if (/OBSERVATION/.test(said)) part = 'result'
    else if (level !== '') part = 'other'
    else return lineOf(part, line)
    return part === 'other' ? sayLine(said, 'output') : []
  }
}

function lineOf(part: Part, line: string): readonly StoryItem[] {
  if (part === 'words') return sayLine(line)
  if (part === 'action') return [shownCall('bash', line)]
  return part === 'result' ? [resultLine(line)] : sayLine(line, 'output')
}
