import { faultVariables } from './agent-environment.ts'
import { askVersion } from './ask-version.ts'
import { findProgram } from './launch.ts'
import type { AgentProfile } from './profiles/profile.ts'
import type { Environment } from './run-folder.ts'

/** An agent as it is here. */
export type InspectedAgent = {
  readonly name: string
  /** Does Mayday know it, or only this project? */
  readonly origin: 'mayday' | 'project'
  /** The program's full path; null where it is not on PATH. */
  readonly path: string | null
  /** May its command be executed? False where mayday.yaml gives it and nobody has trusted that. */
  readonly trusted: boolean
  /** Null where it was not asked: a project's own program may take the question for work. */
  readonly version: string | null
  /** Why it does not start here, though it is on PATH; null where it starts, or was not asked. */
  readonly trouble: string | null
  /** How Mayday would start it; `{prompt}` stands for the prompt. */
  readonly command: readonly string[]
  readonly can: AgentAbilities
  /** What is added to its environment so that faults show soon. */
  readonly fastFaults: Environment
  /** Where it keeps its own story of a session, relative to its folder, and what that tells. */
  readonly transcript: { readonly path: string; readonly tells: string } | null
  readonly staysAfterResult: boolean
  readonly isLauncher: boolean
}

export type AgentAbilities = {
  readonly structuredOutput: boolean
  readonly resume: boolean
  /** Can Mayday choose the id of a new session? */
  readonly chooseSession: boolean
  readonly model: boolean
  readonly turnLimit: boolean
  readonly budget: boolean
  readonly permissions: boolean
}

export type Inspected = {
  readonly profile: AgentProfile
  readonly isKnown: boolean
  /** May its command be executed? */
  readonly isTrusted: boolean
  readonly command: readonly string[]
}

/** Looks for the programs, and asks those that Mayday knows for their versions. Reads no file of theirs. */
export const inspectAgents = (
  agents: readonly Inspected[],
  { cwd, env }: { readonly cwd: string; readonly env: Environment },
): Promise<readonly InspectedAgent[]> =>
  Promise.all(
    agents.map(async ({ profile, isKnown, isTrusted, command }) => {
      const found = findProgram(command[0] ?? '', cwd, env)
      const path = found.kind === 'found' ? found.path : null
      const mayAsk = path !== null && isKnown && isTrusted && profile.starts([path])
      const asked = mayAsk ? await askVersion(path, env) : { version: null, trouble: null }
      return {
        name: profile.name,
        origin: isKnown ? 'mayday' : 'project',
        path,
        trusted: isTrusted,
        ...asked,
        command,
        can: abilitiesOf(profile),
        fastFaults: faultVariables(profile, env),
        transcript:
          profile.transcript === null
            ? null
            : { path: profile.transcript.path, tells: profile.transcript.tells },
        staysAfterResult: profile.staysAfterResult,
        isLauncher: profile.isLauncher,
      }
    }),
  )

const abilitiesOf = ({ isStructured, canResume, namesSession, options }: AgentProfile): AgentAbilities => ({
  structuredOutput: isStructured,
  resume: canResume,
  chooseSession: namesSession !== null,
  model: options.model.length > 0,
  turnLimit: options.maxTurns.length > 0,
  budget: options.budgetUsd.length > 0,
  permissions: options.permissions.length > 0,
})
