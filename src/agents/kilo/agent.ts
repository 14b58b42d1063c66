import type { Agent } from '../agent.ts'
import { reader } from './reader.ts'
import { story } from './story.ts'
import { launch } from './launch.ts'
import { sessions } from './sessions.ts'

export const kilo: Agent = {
  name: 'kilo',
  title: 'Kilo Code',
  reader,
  story,
  launch,
  sessions,
}
