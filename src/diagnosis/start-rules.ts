import { anyOf } from '../signals/any-of.ts'
import type { Rule } from './rule.ts'
import { TELLS } from './text-forms.ts'
import { plain } from './rule-examples.ts'
import { text } from './text-rule.ts'

/** Plain lines of an agent that does not start, or that lacks a requirement. */
export const startRules: readonly Rule[] = [
  text({
    id: 'text.launch',
    reason: 'LAUNCH_REJECTED',
    sentence: 'The agent does not know one of its flags or arguments.',
    stages: ['agent_run', 'launch'],
    says: anyOf(
      [
        /^\W{0,4}(?:[Ee]rror: )?(?:Not enough non-option arguments: |Missing required argument)/,
        /^\W{0,4}(?:error: )?(?:invalid|malformed) (?:config(?:uration)?|settings)\b(?: file)?(?: in| at|:)/,
        /^(?:\W{0,4}[\w./-]{1,120}: )?\W{0,4}(?:(?:error|fatal): )?(?:unknown|unrecogni[sz]ed|unexpected|invalid) (?:option|flag|argument|command[- ]line (?:option|argument))s?\b:? ?(?:['"`]?-|.{0,60} found\b)/,
        /^\W{0,4}(?:[\w./-]{1,120}: )?(?:error: )?invalid value ['"`].{0,60} for ['"`]?-/,
        /^Unknown (?:arguments?|skill|slash command|subagent): \/?[\w:-]{1,60}(?:, [\w-]{1,40})*$/,
        /^\W{0,4}(?:error: )?(?:flag provided but not defined|no such option|unknown arguments?): ?['"`]?-/,
        /^\S{1,100}: error: (?:argument \S|invalid choice|unrecognized arguments)/,
        /^\W{0,4}error: (?:the following arguments are required|the following required arguments were not provided|required option .{1,60} not specified)/,
      ],
      'i',
    ),
    not: /\bnot an?\b/i,
    yes: [
      plain("error: unknown option '--no-such-flag'", 1),
      plain('Error: Unknown option: --fast', 1),
      plain('unknown flag: --fast', 125),
      plain("/usr/bin/agent: unrecognized option '--fast'", 125),
      plain("agent: invalid option -- 'z'", 2),
      plain("error: invalid value 'x' for '--mode <MODE>'", 2),
      plain('Unknown argument: fast', 1),
    ],
    no: [
      plain('Unknown options are now rejected with a message.', 1),
      { output: "error: unknown option '--no-such-flag'\n", stage: 'final_test', exitCode: 1 },
    ],
  }),
  text({
    id: 'text.installation',
    reason: 'LAUNCH_REJECTED',
    sentence: 'The agent does not start: its installation is incomplete, or does not fit this machine.',
    stages: ['agent_run', 'launch'],
    says: anyOf(
      [
        /^\W{0,4}Error: [\w@/.-]{1,40}(?:'s)? (?:native binary (?:is |was )?not installed|postinstall (?:script )?(?:was not|did not) run)\b/,
        /^\W{0,4}Error: Missing optional dependency @?[\w./-]+/,
        /\bpackage manager failed to install the right version of\b/,
        /^\W{0,4}(?:Error: (?:[\w.-]+ ){1,4}|(?:[\w.-]+ ){0,2}(?:CLI|Code) )requires (?:Node(?:\.js)?|Python) (?:version )?(?:>=? ?)?v?\d[\d.]*(?:\+| or (?:newer|higher|later|above|greater))/,
        /^\S{1,200}: error while loading shared libraries: /,
        /^\S{1,200}: \S{1,200}: version [`']GLIBC(?:XX)?_[\d.]+'/,
        /\b(?:Exec format error|cannot execute binary file)\b/,
      ],
      'i',
    ),
    root: true,
    yes: [
      plain('Error: claude native binary not installed.', 1),
      plain("Error: opencode-ai's postinstall script was not run.", 1),
      plain(
        'Error: Missing optional dependency @openai/codex-linux-x64. Reinstall Codex.\n    at codex.js:98:11\n\nNode.js v22.20.0',
        1,
      ),
      plain('Error: Copilot CLI requires Node.js v22 or newer. You are using v20.19.0.', 1),
      plain('Claude Code requires Node.js version 18 or higher to be installed.', 1),
      plain("goose: /lib/libc.so.6: version `GLIBC_2.38' not found (required by goose)", 1),
      plain('sh: 1: codex: Exec format error', 126),
    ],
    no: [
      plain('The README now says that it requires Node.js 20 or newer.', 1),
      plain('This package requires Node.js 20 or newer.', 1),
      { output: 'Error: Missing optional dependency @acme/native.\n', stage: 'final_test', exitCode: 1 },
    ],
  }),
  text({
    id: 'text.sandbox',
    reason: 'SANDBOX_ERROR',
    sentence: 'The sandbox or container of the agent could not be created, or is gone.',
    stages: ['agent_run', 'launch'],
    says: /\bfailed to (?:create|start|launch|provision|connect to|spawn) (?:the |a |an |your )?(?:[\w-]+ )?(?:sandbox|container|devcontainer|micro-?vm|workspace|pod)\b|\b(?:sandbox|devcontainer|container) (?:was |has |could |is )?(?:not (?:be )?(?:found|created|started|running)|exited unexpectedly|died|crashed|failed to start|terminated|been (?:killed|terminated))\b|\bOCI runtime (?:create|exec) failed\b/i,
    and: TELLS,
    yes: [plain('Error: Failed to create sandbox: no capacity', 1)],
    no: [plain('The sandbox page says what it does when the container was not found.', 1)],
  }),
  text({
    id: 'text.no-key',
    reason: 'AUTH_FAILED',
    sentence: 'The run reports that no key or login for the model was given.',
    stages: ['agent_run', 'launch'],
    says: /\b(?:must|please|need to|have to) (?:set|specify|provide|export|configure)\b.{0,30}\b[A-Z0-9_]*_API_KEY\b|\b[A-Z0-9_]*_(?:API_KEY|OAUTH_TOKEN|AUTH_TOKEN)\b.{0,40}\b(?:not set|is required|is missing|unset|not found|must be set)\b|\bno (?:api[ -]key|credentials?|authentication|auth) (?:was |were )?(?:found|configured|provided|set|available)\b|\binvalid auth(?:entication)? method\b/i,
    yes: [
      plain('You must specify the ACME_API_KEY environment variable.', 1),
      plain('No API key found for acme.', 1),
    ],
    no: [plain('The README says how ACME_API_KEY is read.', 1)],
  }),
  text({
    id: 'text.setup',
    reason: 'SETUP_FAILED',
    sentence: 'Something that the run needs was missing at its start.',
    says: /\b(?:config(?:uration)?|prompt|settings|spec|task|plan|input|requirements) file\b.{0,80}\b(?:not found|is missing|does not exist|could not be (?:read|found))|\benvironment variable\b.{0,40}\b(?:not set|is required|missing|unset)|unsatisfied dependenc|^\W{0,6}(?:error: )?missing (?:required )?dependenc/i,
    yes: [plain("[ERROR] Prompt file 'PROMPT.md' not found!", 1)],
    no: [plain('The prompt file was written.', 1)],
  }),
]
