import type { Agent } from '../agent.ts'
import { account } from './account.ts'
import { docs } from './docs.ts'
import { launch } from './launch.ts'
import { reader } from './reader.ts'
import { sessions } from './sessions.ts'
import { story } from './story.ts'
import { transcript } from './transcript.ts'

export const qwen: Agent = {
  name: 'qwen',
  title: 'Qwen Code',
  reader,
  story,
  launch,
  sessions,
  transcript,
  account,
  docs,
}
