/** Lines of the terminal that ran a program. A user may copy them together with the program's output. */

const USER = String.raw`[\w.-]{1,60}@[\w.-]{1,100}`

/** An empty prompt: bash, zsh with oh-my-zsh, fish, PowerShell, cmd. */
const PROMPT = new RegExp(
  [
    String.raw`^(?:\([\w. -]{1,40}\) )?(?:`,
    String.raw`${USER}(?::| )\S{0,200} ?[$#%>]`,
    String.raw`|\[${USER} [^\]]{1,100}\][$#%]`,
    String.raw`|PS (?:[A-Za-z]:\\|/)[^>]{0,200}>|[A-Za-z]:\\[^>]{0,200}>`,
    String.raw`|(?:bash|sh|zsh|ash)-[\d.]{1,5}[$#%]`,
    String.raw`|➜ {1,2}[\w.~/-]{1,80}(?: git:\([^)]{1,80}\))?(?: ✗)?`,
    String.raw`|[$%❯➜]`,
    ')$',
  ].join(''),
)

/** A person asks the shell for the exit status of the command before, in any shell. */
const ASKS_STATUS = /^.{0,300}[$#%>❯➜] {0,4}(?:echo )?(?:\$\?|"?\$LASTEXITCODE"?|%ERRORLEVEL%|\$status)\s*$/i
const NUMBER = /^-?\d{1,10}$/

/** The exit status that the line states as the answer to the line before it. */
export const answeredStatus = (line: string, before: string | undefined): string | null =>
  before !== undefined && NUMBER.test(line) && ASKS_STATUS.test(before) ? line : null

/** The line with which a shell, make or `go run` reports how a program ended. */
const STATUS = /^(?:exit (?:status|code):? \d{1,3}|exit(?:ed)? with (?:status|code) \d{1,3})$/

/** Most lines end in none of these signs. The prompt of oh-my-zsh begins with its sign. */
const SIGNS = '$#%>❯➜'
const mayBePrompt = (line: string): boolean => SIGNS.includes(line.slice(-1)) || line.includes('➜')

export const isPrompt = (line: string): boolean =>
  line !== '' && line.length < 400 && mayBePrompt(line) && PROMPT.test(line)

/** An agent that is done prints none of these. */
export const isOfShell = (line: string): boolean => isPrompt(line) || STATUS.test(line)
