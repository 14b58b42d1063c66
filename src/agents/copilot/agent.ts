import type { Agent } from '../agent.ts'
import { account } from './account.ts'
import { afterSession } from './after-session.ts'
import { docs } from './docs.ts'
import { launch } from './launch.ts'
import { plugin } from './plugin.ts'
import { reader } from './reader.ts'
import { sessions } from './sessions.ts'
import { story } from './story.ts'
import { transcript } from './transcript.ts'

export const copilot: Agent = {
  name: 'copilot',
  title: 'Copilot CLI',
  reader,
  story,
  launch,
  sessions,
  plugin,
  transcript,
  account,
  afterSession,
  docs,
}
