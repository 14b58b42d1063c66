import type { Agent } from '../agent.ts'
import { account } from './account.ts'
import { docs } from './docs.ts'
import { launch } from './launch.ts'
import { reader } from './reader.ts'
import { sessions } from './sessions.ts'

export const opencode: Agent = {
  name: 'opencode',
  title: 'OpenCode',
  reader,
  launch,
  sessions,
  account,
  docs,
}
