import type { JsonObject } from '../../signals/bytes/records.ts'
import { object, objects, text } from '../../signals/json.ts'
import {
  resultLine,
  resultOf,
  resultText,
  say,
  sayLine,
  sayError,
  shownCall,
  type StoryItem,
  type StoryTeller,
} from '../story-item.ts'

const STEP = /^mini-swe-agent \(step \d+, \$[\d.]+\):$/
const OTHERS = /^(User|System|Tool|Exit)(?: \(step \d+, \$[\d.]+\))?:$/

export const story = (): StoryTeller => ({ record: tellTrajectory, line: tellText() })

function tellTrajectory(record: JsonObject): readonly StoryItem[] | null {
  if (!Array.isArray(record['messages'])) return null
  const failed = text(object(record['info'])['exit_status'])
  return [
    ...objects(record['messages']).flatMap(messageItems),
    ...(failed === '' ? [] : [{ kind: 'notice', text: `The agent ended: ${failed}.` } as const]),
  ]
}

function messageItems(message: JsonObject): readonly StoryItem[] {
  const said = resultText(message['content'])
  if (message['role'] === 'system') return []
  if (message['role'] !== 'assistant') {
    const isResult = message['role'] === 'tool' || /^\s*<(?:returncode|output)>/.test(said)
    return isResult ? [resultOf('', said, !/<returncode>0</.test(said))] : say('prompt', said)
  }
  const actions = objects(object(message['extra'])['actions'])
  return [
    { kind: 'turn' },
    ...say('words', said),
    ...actions.map((action) => shownCall('bash', text(action['command']))),
  ]
}

/** The screen: each turn has a heading. The command of a step is the block of code in its words. */
function tellText(): (line: string) => readonly StoryItem[] {
  let speaker = 'outside'
  return (line) => {
    const other = OTHERS.exec(line)?.[1]
    if (STEP.test(line)) speaker = 'agent'
    if (other !== undefined) speaker = other
    if (STEP.test(line)) return [{ kind: 'turn' }]
    if (other !== undefined) return []
    if (/\b(?:ERROR|CRITICAL)\b/.test(line) && /^(?:\S+ \S+ - )?minisweagent/.test(line))
      return sayError(line)
    if (speaker === 'agent') return sayLine(line)
    return speaker === 'outside' ? sayLine(line, 'output') : [resultLine(line)]
  }
}
