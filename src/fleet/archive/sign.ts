/**
 * Signs requests to a store with the API of S3 (AWS Signature Version 4).
 *
 * G1 The signature covers the method, the path, every header that is sent, and the hash of the body. G2 The secret
 * key is sent nowhere.
 */
import { createHash, createHmac } from 'node:crypto'

export type Credentials = {
  readonly id: string
  readonly secret: string
  /** Of a temporary login. */
  readonly session: string | null
}

export type Signing = {
  readonly method: 'GET' | 'HEAD' | 'PUT'
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  /** The SHA-256 of the body, in hex. */
  readonly bodyHash: string
  readonly region: string
  readonly credentials: Credentials
  readonly now: Date
}

const sha256 = (text: string | Buffer): string => createHash('sha256').update(text).digest('hex')
export const EMPTY_HASH: string = sha256('')

const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()

/** All headers of the request, with the signature among them. */
export function sign(signing: Signing): Readonly<Record<string, string>> {
  const { method, url, bodyHash, region, credentials, now } = signing
  const stamp = now.toISOString().replaceAll(/[-:]|\.\d{3}/g, '')
  const headers: Record<string, string> = {
    ...signing.headers,
    host: url.host,
    'x-amz-content-sha256': bodyHash,
    'x-amz-date': stamp,
    ...(credentials.session === null ? {} : { 'x-amz-security-token': credentials.session }),
  }
  const names = Object.keys(headers).toSorted()
  const canonical = [
    method,
    url.pathname,
    url.search.slice(1),
    ...names.map((name) => `${name}:${(headers[name] ?? '').trim()}`),
    '',
    names.join(';'),
    bodyHash,
  ].join('\n')
  const scope = `${stamp.slice(0, 8)}/${region}/s3/aws4_request`
  const text = ['AWS4-HMAC-SHA256', stamp, scope, sha256(canonical)].join('\n')
  const signature = hmac(keyOf(credentials.secret, stamp.slice(0, 8), region), text).toString('hex')
  const authorization = `AWS4-HMAC-SHA256 Credential=${credentials.id}/${scope}, SignedHeaders=${names.join(';')}, Signature=${signature}`
  return { ...headers, authorization }
}

const keyOf = (secret: string, day: string, region: string): Buffer =>
  hmac(hmac(hmac(hmac(`AWS4${secret}`, day), region), 's3'), 'aws4_request')
