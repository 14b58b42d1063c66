import { createHash, randomBytes } from 'node:crypto'

/** 256 random bits: guessing is hopeless, so a plain hash is enough. */
export const newToken = (): string => randomBytes(32).toString('base64url')

export const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex')
