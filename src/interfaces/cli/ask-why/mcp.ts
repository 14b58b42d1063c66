import { packageVersion } from '../../../record/package-version.ts'
import { complain } from '../../complain.ts'
import { serveMcp } from '../../mcp/server.ts'
import { configOrDefaults } from '../config/project-config.ts'
import type { Screen } from '../command.ts'
import { exitWith } from '../exit-codes.ts'

/** Serves the client on standard input and output until it closes them. */
export async function runMcp(_: object, { input, steer, isClosed }: Screen): Promise<number> {
  if (process.stdin.isTTY)
    complain('this is a server for agents; add it to one, e.g.: claude mcp add mayday -- mayday mcp')
  // The config names variables with secret values. They are masked in every answer.
  await configOrDefaults()
  await serveMcp({ version: packageVersion(), input, write: steer, isClosed })
  return exitWith('succeeded')
}
