/**
 * The meaning of a single word for a role, an event or a level. The words are in lower case, with spaces between
 * their parts.
 */
import type { WordRule } from './word-rule.ts'

/** One bit for each meaning. */
export const SAYS = {
  shownRole: 1,
  agentRole: 2,
  shown: 4,
  action: 8,
  agent: 16,
  part: 32,
  end: 64,
  system: 128,
  error: 256,
  opening: 512,
} as const

export const nameRules: readonly WordRule<number>[] = [
  {
    id: 'name.shown-role',
    means: SAYS.shownRole,
    sentence: 'The role of quoted words: a person, a tool, an instruction.',
    says: /^(?:user|human|system|developer|(?:tool|function)(?: (?:results?|responses?|outputs?|messages?))?|observation|environment|ipython|user proxy)$/,
    yes: ['user', 'tool result'],
    no: ['assistant', 'user agent'],
  },
  {
    id: 'name.agent-role',
    means: SAYS.agentRole,
    sentence: 'The role of the agent.',
    says: /^(?:assistant|ai|model|agent|bot|llm|exit)$/,
    yes: ['assistant', 'ai'],
    no: ['user', 'agent state'],
  },
  {
    id: 'name.shown',
    means: SAYS.shown,
    sentence: 'An event with the output of a tool or the words of a person.',
    says: /\btool (?:\w+ )?(?:results?|responses?|outputs?|update|progress|end|ended|finished|completed?|done)\b|\bfunction (?:call )?(?:outputs?|results?|responses?)\b|\bobservation\b|\buser (?:message|prompt|input)\b|\b(?:command|exec|terminal|bash|shell) (?:outputs?|results?|end)\b|\b(?:stdout|stderr)\b|\bfile (?:content|read)\b/,
    yes: ['tool result', 'function call output', 'user message'],
    no: ['tool use', 'message'],
  },
  {
    id: 'name.action',
    means: SAYS.action,
    sentence: 'An event with which the agent calls a tool.',
    says: /\btool (?:use|calls?|invocation|(?:\w+ )?start(?:ed)?|request)\b|\bfunction call\b|^(?:action|command|exec|bash|edit)$|\bcommand (?:execution|start(?:ed)?)\b/,
    yes: ['tool use', 'function call', 'bash'],
    no: ['tool result', 'actions taken'],
  },
  {
    id: 'name.agent',
    means: SAYS.agent,
    sentence: "An event with the agent's words or thoughts.",
    says: /\bassistant\b|\bagent (?:message|response|output|thoughts?|reasoning)\b|^(?:message|text|thoughts?|thinking|reasoning|answer|completion)$|\bcontent block\b|\bmessage (?:delta|part|update)\b|^(?:output )?text (?:start|delta|chunk|update|end|done)$/,
    yes: ['assistant message', 'thinking', 'text delta'],
    no: ['agent started', 'context'],
  },
  {
    id: 'name.part',
    means: SAYS.part,
    sentence: 'An event about a part of a run.',
    says: /\b(?:tool|command|item|step|file|request|span|chunk|delta|start(?:ed)?|mcp|server|init|patch|hook|progress|notification|permission|model|api|llm)\b/,
    yes: ['step finished', 'mcp server'],
    no: ['session finished'],
  },
  {
    id: 'name.end',
    means: SAYS.end,
    sentence: 'An event about the run as a whole, or its end.',
    says: /^(?:result|end|ended|complete|completed|finish|finished|done|final|summary|exit|exited|close|closed|stop|stopped|terminated|failed|aborted|cancell?ed|report)$|\b(?:final|run|session|task|turn|trial|conversation|workflow|agent|job|execution|orchestration|result)\b/,
    yes: ['result', 'run finished'],
    no: ['heartbeat', 'ending soon'],
  },
  {
    id: 'name.system',
    means: SAYS.system,
    sentence: 'A system event, which is not a role.',
    says: /^system$/,
    yes: ['system'],
    no: ['file system'],
  },
  {
    id: 'name.error',
    means: SAYS.error,
    sentence: 'The name labels the record as an error.',
    says: /(?:^| )(?:error|errors|fatal|critical|exception|failed|failure|panic|alert|emergency)$|^(?:error|exception) /,
    yes: ['error', 'turn failed'],
    no: ['failed tests listed', 'terror'],
  },
  {
    id: 'name.opening',
    means: SAYS.opening,
    sentence: 'The record opens a run or a turn.',
    says: /^(?:system )?init(?:iali[sz]ed)?$|\b(?:agent|turn|iteration|session|conversation|thread|run|step) (?:start(?:ed)?|begin|created|init)\b/,
    yes: ['system init', 'turn started'],
    no: ['turn ended'],
  },
]
