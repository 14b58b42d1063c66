import type { Agent } from '../agent.ts'
import { launch } from './launch.ts'
import { reader } from './reader.ts'

export const openhands: Agent = {
  name: 'openhands',
  title: 'OpenHands',
  reader,
  launch,
}
