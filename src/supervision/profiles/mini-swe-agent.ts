import type { CommandLine } from './command-line.ts'
import { profileOf, type AgentProfile } from './profile.ts'

const line: CommandLine = {
  programs: ['mini', 'mini-swe-agent'],
  commands: [],
  promptOptions: ['-t', '--task'],
  fileOptions: [],
  valueOptions: [],
  maybeOptions: [],
  listOptions: [],
  bareWords: 'none',
}

/** It asks before every command without `--yolo`, and at the end without `--exit-immediately`. */
export const miniSweAgent: AgentProfile = profileOf({
  name: 'mini-swe-agent',
  line,
  argvFor: (prompt) => ['mini', '--yolo', '--exit-immediately', '--task', prompt],
  readsInput: false,
  resume: null,
  traits: { isStructured: false },
})
