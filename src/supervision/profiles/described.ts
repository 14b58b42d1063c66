import { isSessionId } from '../../signals/session-id.ts'
import { fillPlaceholder, hasPlaceholder } from './placeholder.ts'
import { PLAIN_TRAITS, type AgentProfile } from './profile.ts'

/** A project's settings for a known agent, or the whole description of a custom one. */
export type AgentDescription = {
  readonly name: string
  /** The whole command; null for a known agent's default. */
  readonly argv: readonly string[] | null
  readonly env: Readonly<Record<string, string>>
  /** False: the agent's own retries are not changed. */
  readonly hasFastFaults: boolean
  /** Words with `{session}` that follow the command. If they contain `{prompt}`, they are the whole command. */
  readonly resume: readonly string[] | null
  readonly sessionPattern: string | null
  readonly reads: string | null
}

/** A known agent with the project's settings, or a custom agent. */
export function describeAgent(known: AgentProfile | null, description: AgentDescription): AgentProfile {
  const { env, sessionPattern, hasFastFaults } = description
  const base = known ?? ownAgent(description)
  return {
    ...base,
    ...resumption(description.resume),
    env,
    reads: description.reads ?? base.reads,
    sessionPattern,
    fastFaults: hasFastFaults ? base.fastFaults : null,
  }
}

/** Its options are not known, so its command is used unchanged. */
const ownAgent = ({ name, argv, reads }: AgentDescription): AgentProfile => ({
  ...PLAIN_TRAITS,
  isStructured: reads !== null,
  name,
  reads: null,
  sessionPattern: null,
  env: {},
  starts: () => false,
  argvFor: (prompt) => fillPlaceholder(argv ?? [], prompt),
  withArgs: (argv, args) => [...argv, ...args],
  withPrompt: () => null,
  readsInput: () => false,
  canResume: false,
  resume: () => null,
  withOptions: () => null,
  withSession: () => null,
})

const SESSION = '{session}'

function resumption(words: readonly string[] | null): Partial<Pick<AgentProfile, 'canResume' | 'resume'>> {
  if (words === null || words.length === 0) return {}
  const named = (sessionId: string): readonly string[] =>
    words.map((word) => word.replaceAll(SESSION, () => sessionId))
  return {
    canResume: true,
    resume: (argv, sessionId, prompt) => {
      if (!isSessionId(sessionId)) return null
      if (!hasPlaceholder(words)) return [...argv, ...named(sessionId)]
      return prompt === null ? null : fillPlaceholder(named(sessionId), prompt)
    },
  }
}
