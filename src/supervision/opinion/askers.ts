/**
 * The agents that can be asked, and how each is kept from doing anything but answering.
 *
 * A1 No tools, no hooks, no MCP servers, no extensions, no settings of a project. A2 The question comes by standard
 * input: other users of the machine can read a command line. A3 No session is kept where the agent can do without.
 */
import { UsageError } from '../../errors.ts'
import { agentNames } from '../../signals/agents/agent-names.ts'

export type Asker = {
  readonly name: string
  /** Behind the program. */
  readonly words: readonly string[]
  readonly env: Readonly<Record<string, string>>
  /** Files in the folder in which it runs, which is empty otherwise. */
  readonly files: Readonly<Record<string, string>>
}

/** The system prompt, for agents that take one. */
const ROLE =
  'You read the log of a failed program and say why it failed. You have no tools. You answer with one JSON object and nothing else.'

const claude: Asker = {
  name: 'claude',
  words: [
    '-p',
    '--output-format',
    'stream-json',
    '--verbose',
    '--max-turns',
    '1',
    '--tools',
    '',
    '--strict-mcp-config',
    '--disable-slash-commands',
    '--permission-prompts',
    'none',
    '--setting-sources',
    '',
    '--safe-mode',
    '--no-session-persistence',
    '--system-prompt',
    ROLE,
  ],
  env: {},
  files: {},
}

/** Its patch tool cannot be taken away: without an execution environment every call of it fails. */
const codex: Asker = {
  name: 'codex',
  words: [
    'exec',
    '--json',
    '--skip-git-repo-check',
    '--ephemeral',
    '--ignore-user-config',
    '--ignore-rules',
    '--sandbox',
    'read-only',
    ...[
      'shell_tool',
      'unified_exec',
      'apps',
      'plugins',
      'hooks',
      'multi_agent',
      'goals',
      'view_image',
      'image_generation',
      'tool_suggest',
      'browser_use',
      'computer_use',
      'sleep_tool',
      'memories',
    ].flatMap((feature) => ['-c', `features.${feature}=false`]),
    ...[
      'web_search="disabled"',
      'project_doc_max_bytes=0',
      'skills.include_instructions=false',
      'tools.experimental_request_user_input={enabled=false}',
      'tools.update_plan={enabled=false}',
    ].flatMap((setting) => ['-c', setting]),
  ],
  env: { CODEX_EXEC_SERVER_URL: 'none' },
  files: {},
}

const gemini: Asker = {
  name: 'gemini',
  words: [
    '--output-format',
    'stream-json',
    '--skip-trust',
    '--approval-mode',
    'default',
    '--extensions',
    'none',
    '--allowed-mcp-server-names',
    'none',
    '--policy',
    '.gemini/no-tools.toml',
  ],
  // Without it the settings below are those of a folder that nobody trusts, and are passed over.
  env: { GEMINI_CLI_TRUST_WORKSPACE: 'true' },
  files: {
    '.gemini/no-tools.toml': '[[rule]]\ntoolName = "*"\ndecision = "deny"\npriority = 999\n',
    '.gemini/settings.json': JSON.stringify({
      tools: { core: ['none'] },
      hooksConfig: { enabled: false },
      skills: { enabled: false },
    }),
  },
}

const askers: readonly Asker[] = [claude, codex, gemini]

export const askerNames: readonly string[] = askers.map(({ name }) => name)

/** The agent of this name; an error where there is none, or where it cannot be run without tools. */
export function askerFor(name: string): Asker {
  const found = askers.find((one) => one.name === name)
  if (found !== undefined) return found
  const known = `Ask one of: ${askerNames.join(', ')}.`
  throw new UsageError(
    agentNames.includes(name)
      ? `${name} cannot be asked: Mayday knows no way to run it without tools, hooks and MCP servers, and a log may hold instructions for it. ${known}`
      : `Unknown agent to ask: '${name}'. ${known}`,
  )
}
