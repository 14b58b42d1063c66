import { TRUST_VARIABLE } from '../../../record/trust-variable.ts'

let given: string | null = null

/** Returns `MAYDAY_TRUST` and removes it from the environment, so that no child process inherits it. */
export function takeTrustVariable(): string | null {
  given = process.env[TRUST_VARIABLE] ?? given
  delete process.env[TRUST_VARIABLE]
  return given
}
