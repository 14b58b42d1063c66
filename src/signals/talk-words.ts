import { talkForms } from './talk-forms.ts'
import { neededWords } from './tools/cue-literals.ts'

/** The words of which agent talk has one. The build computes them and replaces this module with the result. */
export const talkWords = (): readonly string[] => neededWords(talkForms) ?? ['']
