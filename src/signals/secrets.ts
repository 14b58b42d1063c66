/** Shapes of well-known keys. The kind stays readable, the secret does not. */
const SHAPES: readonly RegExp[] = [
  /\bsk-(?:ant-|proj-|or-v1-|svcacct-)?[A-Za-z0-9_-]{20,}/g,
  /\bgh[pousr]_[A-Za-z0-9]{36,}/g,
  /\bgithub_pat_[A-Za-z0-9_]{22,}/g,
  /\bglpat-[A-Za-z0-9_-]{20,}/g,
  /\bxox[abposr]-[A-Za-z0-9-]{10,}/g,
  /\bAIza[A-Za-z0-9_-]{35}/g,
  /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g,
  /\bnpm_[A-Za-z0-9]{36}/g,
  /\bhf_[A-Za-z0-9]{30,}/g,
  /\beyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{5,}/g,
  /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g,
  /(?<=\b[Bb]earer\s)[A-Za-z0-9._~+/-]{16,}=*/g,
  /(?<=:\/\/[^\s:/@]{1,64}:)[^\s:/@]{3,}(?=@)/g,
]

/** Text that may be shown or kept: known secrets and everything shaped like one are masked at their length. */
export function redact(text: string, secrets: readonly string[] = []): string {
  let safe = text
  for (const secret of secrets) {
    if (secret.length >= 6) safe = safe.replaceAll(secret, '*'.repeat(secret.length))
  }
  for (const shape of SHAPES) safe = safe.replace(shape, (found) => '*'.repeat(found.length))
  return safe
}
