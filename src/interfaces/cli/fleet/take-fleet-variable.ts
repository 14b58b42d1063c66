import { FLEET_VARIABLE } from '../../../record/joined-fleet.ts'

let given: string | undefined

/** Returns `MAYDAY_FLEET_URL` and removes it from the environment, so that no child process inherits it. */
export function takeFleetVariable(): string | undefined {
  given = process.env[FLEET_VARIABLE] ?? given
  delete process.env[FLEET_VARIABLE]
  return given
}
