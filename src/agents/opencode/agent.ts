import type { Agent } from '../agent.ts'
import { account } from './account.ts'
import { docs } from './docs.ts'
import { launch } from './launch.ts'
import { plugin } from './plugin.ts'
import { reader } from './reader.ts'
import { sessions } from './sessions.ts'
import { story } from './story.ts'

export const opencode: Agent = {
  name: 'opencode',
  title: 'OpenCode',
  reader,
  story,
  launch,
  sessions,
  plugin,
  account,
  docs,
}
