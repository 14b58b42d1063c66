import type { Agent } from '../agent.ts'
import { launch } from './launch.ts'
import { reader } from './reader.ts'
import { sessions } from './sessions.ts'
import { story } from './story.ts'

export const cline: Agent = {
  name: 'cline',
  title: 'Cline',
  reader,
  story,
  launch,
  sessions,
}
