import { launch as opencode } from '../opencode/launch.ts'
import type { AgentLaunch } from '../../supervision/profiles/profile.ts'

/** Kilo has the command line of OpenCode. */
export const launch: AgentLaunch = {
  ...opencode,
  line: { ...opencode.line, programs: ['kilo', 'kilocode', '@kilocode/cli'] },
  argvFor: (prompt) => ['kilo', ...opencode.argvFor(prompt).slice(1)],
}
