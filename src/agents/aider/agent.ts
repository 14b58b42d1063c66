import type { Agent } from '../agent.ts'
import { launch } from './launch.ts'
import { reader } from './reader.ts'

export const aider: Agent = {
  name: 'aider',
  title: 'Aider',
  reader,
  launch,
}
