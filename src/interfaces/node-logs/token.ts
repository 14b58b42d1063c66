import { createHash, randomBytes } from 'node:crypto'

/** The token has 256 random bits and cannot be guessed, so a plain hash of it is enough. */
export const newToken = (): string => randomBytes(32).toString('base64url')

export const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex')
