/** Lines that Codex itself writes in text mode: its errors, and the headings of its sections. */
import type { Form } from '../../signals/forms.ts'

export const OWN_ERROR: RegExp =
  /^(?:Reconnecting\.\.\.|exceeded retry limit, last status|unexpected status \d{3}|stream disconnected before completion|You(?:'|’)ve hit your|\{"error":|We(?:'|’)re currently experiencing high demand|Selected model is at capacity|Incomplete response returned|Missing environment variable:|Codex ran out of room|Quota exceeded|Connection failed:)/

export const BAD_STARTS: readonly Form[] = [
  [/^Not inside a trusted directory and --skip-git-repo-check was not specified/, 'bad-start'],
  [/^Error loading config(?:uration|\.toml)\b/, 'bad-start'],
  [/^Error: Model provider `[^`]*` not found/, 'bad-start'],
  [/^Error: thread\/(?:start|resume)\b/, 'bad-start'],
  [/^No prompt provided/, 'bad-start'],
  [
    /^error: (?:unexpected argument|invalid value|unrecognized subcommand|the (?:following required )?arguments?|a value is required)/,
    'bad-start',
  ],
]

/** The end of a command, and how it ended. */
export const COMMAND_DONE: RegExp = /^ ?(?:.{1,300} )?(succeeded|exited -?\d+) in [\d.]+m?s:$/

export type Section = 'outside' | 'banner' | 'user' | 'words' | 'thinking' | 'tool' | 'tokens' | 'after'

export const HEADS: readonly (readonly [RegExp, Section])[] = [
  [/^(?:user|User instructions:)$/, 'user'],
  [/^(?:codex|assistant)$/, 'words'],
  [/^thinking$/, 'thinking'],
  [/^(?:exec|apply patch|file update:?|apply_patch\(.*)$/, 'tool'],
  [
    /^(?:mcp: [^\s/]+\/\S+ (?:started|\(?completed|\(?failed)|hook: \w+(?: \w+)?$|web search: |🌐 Searched: )/,
    'tool',
  ],
  [/^tokens used$/, 'tokens'],
]
