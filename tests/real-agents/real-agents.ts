/** The real agents: where npm put them, and how they are started so that a fault shows within seconds. */
import { existsSync, mkdirSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { pointedAgents, type PointedAgent } from '../../src/testing/index.ts'

export const agentsFolder: string = fileURLToPath(new URL('.', import.meta.url))

type RealAgent = {
  /** Below node_modules; the first that is there. Install scripts are not run, so some are the native program. */
  readonly programs: readonly string[]
  /** The system that it is packaged for here, if there is only one. It is an optional dependency. */
  readonly isOnlyFor?: string
  /** Installed with `--full` only. */
  readonly isExtra: boolean
  /** Only its sessions are tried, not what Mayday makes of its output under each fault. */
  readonly hasSessionsOnly?: boolean
  /** Leave to do everything: it works in a folder of its own and asks a scripted model only. */
  readonly args: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  /** It writes its session late: killed, it may lose the last results of its tools, and says so to the model. */
  readonly isLate?: boolean
  /** Where below HOME its sessions lie. */
  readonly sessions: string
}

const here = `${process.platform}-${process.arch}`

export const realAgents: Readonly<Record<PointedAgent, RealAgent>> = {
  claude: {
    programs: [`@anthropic-ai/claude-code-${here}/claude`],
    isExtra: false,
    args: ['--permission-mode', 'bypassPermissions'],
    // It refuses that mode to root, and root is who runs in many containers.
    env: { IS_SANDBOX: '1' },
    sessions: '.claude/projects',
  },
  codex: {
    programs: ['@openai/codex/bin/codex.js'],
    isExtra: false,
    args: [
      '--dangerously-bypass-approvals-and-sandbox',
      ...[
        'features.plugins=false',
        'features.apps=false',
        // Mayday cannot shorten its timeout; the configuration of a provider can.
        'model_providers.scripted.request_max_retries=1',
        'model_providers.scripted.stream_max_retries=1',
      ].flatMap((setting) => ['-c', setting]),
    ],
    sessions: '.codex/sessions',
  },
  gemini: {
    programs: ['@google/gemini-cli/bundle/gemini.js'],
    isExtra: false,
    args: ['--approval-mode', 'yolo', '-m', 'gemini-2.5-pro'],
    sessions: '.gemini/tmp',
    // It takes a settings file only where all folders above are root's alone: here it has its own patience everywhere.
    env: { GEMINI_CLI_SYSTEM_DEFAULTS_PATH: '' },
  },
  opencode: {
    programs: [`opencode-${here}/bin/opencode`, `opencode-${here}-baseline/bin/opencode`],
    isExtra: false,
    args: ['--auto'],
    sessions: '.local/share/opencode',
  },
  qwen: {
    programs: ['.bin/qwen'],
    isExtra: true,
    args: ['--approval-mode', 'yolo'],
    isLate: true,
    sessions: '.qwen/projects',
  },
  copilot: {
    programs: ['.bin/copilot'],
    isExtra: true,
    args: [],
    isLate: true,
    sessions: '.copilot/session-state',
  },
  goose: {
    programs: [`@aaif/goose-binary-${here}/bin/goose`],
    isExtra: true,
    args: [],
    sessions: '.local/share/goose/sessions',
  },
  droid: {
    programs: [`@factory/cli-${here}/bin/droid`],
    isExtra: false,
    hasSessionsOnly: true,
    args: ['--skip-permissions-unsafe'],
    sessions: '.factory/sessions',
  },
  kilo: {
    programs: [`@kilocode/cli-${here}/bin/kilo`],
    isExtra: false,
    hasSessionsOnly: true,
    args: ['--auto'],
    sessions: '.local/share/kilo',
  },
  cline: {
    programs: ['@cline/cli-linux-x64/bin/cline'],
    isOnlyFor: 'linux-x64',
    isExtra: false,
    hasSessionsOnly: true,
    args: [],
    sessions: '.cline/data/sessions',
  },
  pi: {
    programs: ['.bin/pi'],
    isExtra: true,
    hasSessionsOnly: true,
    args: [],
    sessions: '.pi/agent/sessions',
  },
}

/** The agents that are installed. */
export const installedAgents = (isFull: boolean): readonly PointedAgent[] =>
  pointedAgents.filter((name) => {
    const { isExtra, isOnlyFor = here } = realAgents[name]
    return isOnlyFor === here && (isFull || !isExtra)
  })

/** The agents whose runs are tried in every way. */
export const runAgents = (isFull: boolean): readonly PointedAgent[] =>
  installedAgents(isFull).filter((name) => realAgents[name].hasSessionsOnly !== true)

/** Puts what is installed into one folder under the names that people type. Returns what is not there. */
export function linkAgents(bin: string, wanted: readonly PointedAgent[]): readonly PointedAgent[] {
  mkdirSync(bin, { recursive: true })
  return wanted.filter((name) => {
    const program = realAgents[name].programs
      .map((path) => join(agentsFolder, 'node_modules', path))
      .find((path) => existsSync(path))
    rmSync(join(bin, name), { force: true })
    if (program !== undefined) symlinkSync(program, join(bin, name))
    return program === undefined
  })
}
