import type { Agent } from '../agent.ts'
import { account } from './account.ts'
import { asker } from './asker.ts'
import { docs } from './docs.ts'
import { launch } from './launch.ts'
import { plugin } from './plugin.ts'
import { reader } from './reader.ts'
import { sessions } from './sessions.ts'
import { story } from './story.ts'
import { transcript } from './transcript.ts'

export const codex: Agent = {
  name: 'codex',
  title: 'Codex',
  reader,
  story,
  launch,
  sessions,
  plugin,
  transcript,
  account,
  asker,
  docs,
}
