import type { Agent } from '../agent.ts'
import { launch } from './launch.ts'
import { reader } from './reader.ts'
import { story } from './story.ts'

export const miniSweAgent: Agent = {
  name: 'mini-swe-agent',
  title: 'mini-swe-agent',
  reader,
  story,
  launch,
}
