import { secretsFromEnv } from '../signals/secrets.ts'
import { findSecretsIn, maskLog } from './mask-log.ts'
import type { RunFolder } from './run-folder.ts'

/** Makes good what a crash left undone: where env.json is still there, secrets may stand in the files. */
export function maskRun(folder: RunFolder): void {
  const env = folder.environment()
  if (env === null) return
  const secrets = secretsFromEnv(env)
  maskLog(folder.log, findSecretsIn(folder.log, secrets))
  folder.forgetSecrets(secrets)
}
