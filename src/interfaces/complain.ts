import { visible } from '../signals/invisible.ts'

/** Prints a message on standard error. It may contain file names and other untrusted text. */
export const complain = (text: string): void => void process.stderr.write(`mayday: ${visible(text)}\n`)
