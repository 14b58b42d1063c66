import { FLEET_VARIABLE } from '../../../record/joined-fleet.ts'

let given: string | undefined

/** What `MAYDAY_FLEET_URL` says. It is taken out of the environment: nothing that this process starts inherits it. */
export function takeFleetVariable(): string | undefined {
  given = process.env[FLEET_VARIABLE] ?? given
  delete process.env[FLEET_VARIABLE]
  return given
}
