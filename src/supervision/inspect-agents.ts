import { faultVariables } from './agent-environment.ts'
import { askVersion } from './ask-version.ts'
import { findProgram } from './launch.ts'
import type { AgentProfile } from './profiles/profile.ts'
import type { Environment } from './run-folder.ts'

/** An agent as it is installed here. */
export type InspectedAgent = {
  readonly name: string
  /** Whether Mayday or only this project defines the agent. */
  readonly origin: 'mayday' | 'project'
  /** The program's full path; null if it is not on PATH. */
  readonly path: string | null
  /** Whether its command may be executed. False if mayday.yaml defines it and no user has trusted that. */
  readonly trusted: boolean
  /** Null if it was not asked: a custom program might treat `--version` as work. */
  readonly version: string | null
  /** Why it does not start here although it is on PATH; null if it starts or was not asked. */
  readonly trouble: string | null
  /** How Mayday would start it; `{prompt}` stands for the prompt. */
  readonly command: readonly string[]
  readonly can: AgentAbilities
  /** Variables added to its environment so that faults show soon. */
  readonly fastFaults: Environment
  /** Where it keeps its transcript of a session, relative to its folder, and what the transcript contains. */
  readonly transcript: { readonly path: string; readonly tells: string } | null
  readonly staysAfterResult: boolean
  readonly isLauncher: boolean
}

export type AgentAbilities = {
  readonly structuredOutput: boolean
  readonly resume: boolean
  /** Whether Mayday can choose the id of a new session. */
  readonly chooseSession: boolean
  readonly model: boolean
  readonly turnLimit: boolean
  readonly budget: boolean
  readonly permissions: boolean
}

export type Inspected = {
  readonly profile: AgentProfile
  readonly isKnown: boolean
  /** Whether its command may be executed. */
  readonly isTrusted: boolean
  readonly command: readonly string[]
}

/** Looks for the programs, and asks the ones that Mayday knows for their versions. It reads none of their files. */
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
