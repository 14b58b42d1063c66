import * as v from 'valibot'
import { customReasonsOf } from '../../config/custom-reasons.ts'
import { UnknownWordError } from '../../errors.ts'
import { inert } from '../../memory/prompt-context.ts'
import { cutAtWord } from '../../memory/words.ts'
import { claimableReasons } from '../../reasons/table.ts'
import { configOrDefaults } from '../cli/config/project-config.ts'
import { shownText } from '../shown.ts'
import { tool, type McpTool } from './tool.ts'

const MOST_WORDS = 500

/**
 * A run hears only what the agent says itself: Mayday reads nothing inside tool results. So the tool checks the reason
 * and answers with the lines that the agent has to write.
 */
export const reportFailure: McpTool = tool({
  name: 'report_failure',
  title: 'Report that the task cannot be completed',
  description: `Call this if you cannot complete the task. It checks the reason and answers with two lines: write them in your final message, exactly as given. Reasons: ${claimableReasons.join(', ')}, or a custom reason of the project.`,
  isReadOnly: true,
  input: v.strictObject({
    reason: v.pipe(v.string(), v.description('one of the reasons in the description of this tool')),
    words: v.pipe(v.string(), v.trim(), v.minLength(1), v.description('what stopped you, in one sentence')),
  }),
  run: async ({ reason, words }) => {
    const custom = customReasonsOf(await configOrDefaults()).map(({ name }) => name)
    const known = [...claimableReasons, ...custom]
    if (!known.includes(reason)) throw new UnknownWordError('reason', reason, known)
    return [
      'Nothing is reported yet. Write these two lines in your final message, each on its own line and outside of code blocks:',
      '',
      `[MAYDAY_FAILURE:${reason}]`,
      `FAILURE_REASON: ${cutAtWord(inert(shownText(words)), MOST_WORDS)}`,
    ].join('\n')
  },
})
