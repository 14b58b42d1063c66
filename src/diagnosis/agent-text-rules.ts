/** Plain lines that only an agent, its harness or its tool servers print. Like all text they never overrule a success. */
import type { Rule } from './rule.ts'
import { beside, plain } from './rule-examples.ts'
import { ONLY_TALKS } from './text-forms.ts'
import { textRule } from './text-rule.ts'

const text = textRule({ not: ONLY_TALKS })

/** Programs that are agents. */
const PROGRAM =
  '(?:claude|codex|gemini|opencode|aider|goose|copilot|cursor-agent|amp|droid|crush|qwen|kilocode|auggie|openhands)'

export const agentTextRules: readonly Rule[] = [
  text({
    id: 'text.agent-missing',
    reason: 'LAUNCH_REJECTED',
    sentence: "The agent's own program is not installed where it is looked for.",
    says: new RegExp(
      `\\b(?:FileNotFoundError|ENOENT|spawn|exec(?:vp)?|No such file or directory)\\b.{0,160}[/'"\` ]${PROGRAM}(?:\\.(?:exe|cmd))?['"\`]?(?: ENOENT)?$|\\b${PROGRAM}(?:[ -](?:code|cli|agent|binary|executable)){0,2} (?:(?:is|was) )?(?:not installed|not found(?: in (?:your )?PATH)?)\\b`,
      'i',
    ),
    yes: [
      plain("FileNotFoundError: [Errno 2] No such file or directory: '/opt/bin/claude'", 1),
      plain('ERROR: Claude Code CLI not found. Install it first.', 1),
    ],
    no: [plain("FileNotFoundError: [Errno 2] No such file or directory: 'data/claude/notes.txt'", 1)],
  }),
  text({
    id: 'text.no-provider',
    reason: 'LAUNCH_REJECTED',
    sentence: 'The agent has no provider of models to start with.',
    stages: ['agent_run', 'launch'],
    says: /\bno (?:LLM |AI |model )?providers? (?:is |are )?(?:configured|set up|selected)\b/i,
    yes: [plain('ERROR No providers configured - please run carts to set one up.', 1)],
    no: [plain('The page says what to do if a provider is not there.', 1)],
  }),
  text({
    id: 'text.permission-prompt',
    reason: 'PERMISSION_BLOCKED',
    sentence: 'The output ends with a question for a permission that nobody answered.',
    says: /\bpermission (?:required|requested): \S|\bAllow once\b.{0,80}\b(?:Always allow|Reject|Deny)\b|^\W{0,8}(?:Do you want to (?:proceed|allow|make this edit|run this command)\b.{0,80}\?|(?:Allow|Approve) (?:this |the )?(?:tool|command|action|edit|execution|call)\b[^?]{0,80}\?)|\btool call\b.{0,60}\b(?:needs|requires|waits for) (?:your |user |human |manual )?(?:approval|confirmation|permission)\b/i,
    yes: [
      plain('◆ Permission required: external_directory (/srv/other) ● Allow once ○ Always allow ○ Reject'),
      plain('Do you want to allow this command to run outside of the folder?'),
    ],
    no: [plain('The page asks for the permission required by the law.')],
  }),
  text({
    id: 'text.mcp-error',
    reason: 'TOOL_ERROR',
    sentence: 'A tool server of the agent answered with an error, or is gone.',
    stages: ['agent_run', 'launch'],
    says: /\bMCP error -3\d{4}\b|\bError in MCP\b|\b(?:error|failed)\b.{0,60}\b(?:connecting to|connect to|discovery for|start or connect to|initiali[sz]ing) (?:the )?MCP server\b|^(?:\W{0,6}(?:\w+ ){0,2}error\b|\W{0,6}[✗✘✖❌]).{0,40}\bMCP (?:server|client|tool)s?\b.{0,60}\b(?:failed|could not|crashed|exited|timed out|disconnected|not connected)\b/i,
    yes: [
      plain("[error] db: Error calling tool 'query': MCP error -32000: Connection closed", 1),
      plain("Error during discovery for MCP server 'files': connection refused", 1),
      plain('Error: MCP server "files" failed to start', 1),
    ],
    no: [
      plain('The MCP server now says why a call was refused.', 1),
      plain('The MCP server that failed is now restarted by itself.', 1),
    ],
  }),
  text({
    id: 'text.patch',
    reason: 'TOOL_ERROR',
    sentence: 'The patch of the agent could not be applied.',
    says: /\bpatch (?:(?:has |was )?failed to apply|could not be applied|did not apply|apply failed|application failed)\b/i,
    yes: [plain('2026-01-01 10:00:00 - root - INFO - task-7: patch failed to apply', 1)],
    no: [plain('The test patch was applied.', 1)],
  }),
  text({
    id: 'text.failures-in-a-row',
    reason: 'AGENT_GAVE_UP',
    sentence: 'The run stopped itself after too many failures in a row.',
    says: /\b(?:stopp(?:ed|ing)|abort(?:ed|ing)|exiting|halt(?:ed|ing)|terminat(?:ed|ing)|giving up|gave up)\b.{0,20}\b(?:due to|after|because of|at) (?:\d+|too many|max(?:imum)?|repeated) (?:consecutive |repeated |max(?:imum)? )?(?:failures|errors|failed (?:attempts|steps|iterations|runs))\b|\b(?:too many|max(?:imum)?) consecutive (?:failures|errors)\b/i,
    yes: [beside('ERROR [agent] ❌ Stopping due to 3 consecutive failures')],
    no: [plain('The retry test counts 3 consecutive failures.', 1)],
  }),
  text({
    id: 'text.tests-red',
    reason: 'TESTS_FAILED',
    sentence: 'The loop around the agent reports that the tests fail.',
    says: /^\W{0,8}(?:ERROR:? )?\W{0,4}(?:[\w-]+ ){0,4}?[Tt]ests? (?:are |is )?still (?:fail(?:ing|s)?|red|broken)\b/,
    yes: [plain('[2026-01-01 10:00:00] ERROR: Tests are still red after the fixes.', 1)],
    no: [plain('I fixed the tests that failed.', 1)],
  }),
]
