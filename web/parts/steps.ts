/** The steps that an escalation names: what to type, and what to read. */
export type Step = { readonly words: string; readonly command: string | null }

/** `claude, then /login`: the first part is typed. A sentence of advice is only read. */
export function stepOf(step: string): Step {
  if (/^(?:allow|choose|fix|give|log|look|run) |[.!?]$/.test(step)) return { words: step, command: null }
  const { command = step, rest } = /^(?<command>[^,]+), then (?<rest>.+)$/.exec(step)?.groups ?? {}
  return {
    words: rest === undefined ? 'Run this on this machine' : `Run this on this machine, then ${rest}`,
    command,
  }
}
