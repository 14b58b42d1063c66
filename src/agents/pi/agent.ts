import type { Agent } from '../agent.ts'
import { launch } from './launch.ts'
import { reader } from './reader.ts'
import { sessions } from './sessions.ts'
import { story } from './story.ts'

export const pi: Agent = {
  name: 'pi',
  title: 'Pi',
  reader,
  story,
  launch,
  sessions,
}
