/** Decides whether the last words of an unknown agent are its answer, and whether its turn ended normally. */
import type { WordRule } from './word-rule.ts'

/** Stop reasons of a model that was finished. */
export const stopRules: readonly WordRule<'ended'>[] = [
  {
    id: 'stop.ended-itself',
    means: 'ended',
    sentence: 'The turn ended normally.',
    says: /^(?:end_turn|stop|completed?|end|finished)$/i,
    yes: ['end_turn', 'stop'],
    no: ['tool_use', 'max_tokens', 'stop_sequence_missing'],
  },
]

/** Last words that are not a final answer. */
export const noAnswerRules: readonly WordRule<'no-answer'>[] = [
  {
    id: 'no-answer.open',
    means: 'no-answer',
    sentence: 'The words end with a question or an announcement.',
    says: /[?:]\s*$/,
    yes: ['Which file do you mean?', 'I will run this:'],
    no: ['The flag is in place.'],
  },
  {
    id: 'no-answer.call',
    means: 'no-answer',
    sentence: 'The words contain a call: a code block at their end, a tag, an action.',
    says: /```(?:bash|sh|shell|python|json|tool_code)?\n[^`]*```\s*$|<\/?(?:execute|tool|function|invoke|action|bash)[\w-]*>|^\s*action(?: input)?\s*:/im,
    yes: ['Running it.\n```bash\nnpm test\n```', '<execute>ls</execute>', 'Action: search'],
    no: ['The action is documented.'],
  },
  {
    id: 'no-answer.plan',
    means: 'no-answer',
    sentence: 'The last sentence announces the next step.',
    says: /(?:^|[.!\n]\s*)(?:let me|let's|I'll|I will|I'm going to|I need to|I should|now,? I|next,? I|first,? I|then I)\b[^.!\n]*[.!…]*\s*$/im,
    yes: ['The tests fail. Let me look at the parser.', 'Now I run the build'],
    no: ['I fixed the parser.'],
  },
  {
    id: 'no-answer.short',
    means: 'no-answer',
    sentence: 'The agent says that it did not finish.',
    says: /\b(?:unable to|could ?n[o']t|can ?n[o']t|cannot|failed to|g[ai]v(?:e|ing) up|blocked|not able to|still fail(?:s|ing)?|ran out of)\b/im,
    yes: ['I was unable to reach the server.', 'Two tests are still failing.'],
    no: ['Both tests pass.'],
  },
]
