import { list, object, text } from '../../signals/json.ts'

/** Text that agents add to the prompt about the machine, the date and the project's instructions. */
const SURROUNDINGS = [
  /<(system-reminder|environment_context|user_instructions|session_context|permissions instructions|INSTRUCTIONS)>.*?<\/\1>/gs,
  /^# AGENTS\.md instructions.*$/gm,
  /^This is the (?:Gemini CLI|Qwen Code)\. We are setting up the context for our chat\..*/gs,
]

/** The text of a message: a string, or parts of which some are text. */
export const textOf = (content: unknown): string =>
  typeof content === 'string'
    ? content
    : list(content)
        .map((part) => text(object(part)['text']))
        .filter((words) => words !== '')
        .join('\n')

/** The prompts of the person, from the user messages. */
export const promptsOf = (contents: readonly unknown[]): readonly string[] =>
  contents
    .map((content) =>
      SURROUNDINGS.reduce((words, form) => words.replaceAll(form, ''), textOf(content)).trim(),
    )
    .filter((words) => words !== '')
