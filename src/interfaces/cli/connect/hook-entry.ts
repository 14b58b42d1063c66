/** `mayday hook` without the rest of the command line, which would cost the agent more time than the hook itself. */
import { hearEvent } from './hear-event.ts'

const out = (text: string): void => void process.stdout.write(text)

// H1: it prints no error.
hearEvent(out).catch(() => undefined)
