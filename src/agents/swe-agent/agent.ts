import type { Agent } from '../agent.ts'
import { launch } from './launch.ts'
import { reader } from './reader.ts'
import { story } from './story.ts'

export const sweAgent: Agent = {
  name: 'swe-agent',
  title: 'SWE-agent',
  reader,
  story,
  launch,
}
