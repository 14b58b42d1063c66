import { visible } from '../signals/invisible.ts'

/** Tells a person on standard error. File names and other people's words may stand in it. */
export const complain = (text: string): void => void process.stderr.write(`mayday: ${visible(text)}\n`)
