import type { Agent } from '../agent.ts'
import { account } from './account.ts'
import { docs } from './docs.ts'
import { launch } from './launch.ts'
import { reader } from './reader.ts'
import { sessions } from './sessions.ts'
import { story } from './story.ts'

export const goose: Agent = {
  name: 'goose',
  title: 'Goose',
  reader,
  story,
  launch,
  sessions,
  account,
  docs,
}
