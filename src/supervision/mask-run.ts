import { secretsFromEnv } from '../secrets/secrets.ts'
import { findSecretsIn, maskLog } from './mask-log.ts'
import type { RunFolder } from './run-folder.ts'

/** Finishes the masking after a crash: if env.json still exists, the files may contain secrets. */
export async function maskRun(folder: RunFolder): Promise<void> {
  const env = folder.environment()
  if (env === null) return
  const secrets = secretsFromEnv(env)
  await maskLog(folder.log, await findSecretsIn(folder.log, secrets))
  folder.forgetSecrets(secrets)
}
