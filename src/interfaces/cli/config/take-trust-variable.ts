import { TRUST_VARIABLE } from '../../../record/trust-variable.ts'

let given: string | null = null

/** What `MAYDAY_TRUST` says. It is taken out of the environment, so that nothing that this process starts inherits it. */
export function takeTrustVariable(): string | null {
  given = process.env[TRUST_VARIABLE] ?? given
  delete process.env[TRUST_VARIABLE]
  return given
}
