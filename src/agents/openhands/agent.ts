import type { Agent } from '../agent.ts'
import { launch } from './launch.ts'
import { reader } from './reader.ts'
import { story } from './story.ts'

export const openhands: Agent = {
  name: 'openhands',
  title: 'OpenHands',
  reader,
  story,
  launch,
}
