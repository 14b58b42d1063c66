import { expect, test } from 'vitest'
import { EMPTY_HASH, sign } from './sign.ts'

/** The example "GET Object" of the documentation of AWS Signature Version 4. */
test('a request has the signature of the published example', () => {
  const { authorization } = sign({
    method: 'GET',
    url: new URL('https://examplebucket.s3.amazonaws.com/test.txt'),
    headers: { range: 'bytes=0-9' },
    bodyHash: EMPTY_HASH,
    region: 'us-east-1',
    credentials: {
      id: 'AKIAIOSFODNN7EXAMPLE',
      secret: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
      session: null,
    },
    now: new Date('2013-05-24T00:00:00Z'),
  })
  expect(authorization).toContain('SignedHeaders=host;range;x-amz-content-sha256;x-amz-date')
  expect(authorization).toContain(
    'Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
  )
})
