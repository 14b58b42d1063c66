import { expect, test } from 'vitest'
import { isPlain, shownAddress, withoutPassword } from './address.ts'

test.each([
  'postgres://me@db.example.com/x',
  'postgres://me@db.example.com/x?sslmode=disable',
  'postgres:///x?host=db.example.com',
  'postgres://localhost/x?host=10.0.0.7',
])('%s is sent in clear', (url) => expect(isPlain({ url })).toBe(true))

test.each([
  'postgres://me@db.example.com/x?sslmode=verify-full',
  'postgres://me@localhost/x',
  'postgres://me@127.0.0.2:5433/x',
  'postgres://me@[::1]/x',
  'postgres:///x?host=/run/postgresql',
  'postgres://%2Frun%2Fpostgresql/x',
])('%s is encrypted or stays here', (url) => expect(isPlain({ url })).toBe(false))

test.each([
  ['postgres://me:s3cr%40t@db/x', 's3cr@t'],
  ['postgres://me:100%25%zz@db/x', '100%25%zz'],
  ['postgres://me@db/x?password=s3cret', 's3cret'],
])('the password of %s is not shown', (url, password) => {
  expect(withoutPassword(`login ${password} failed`, { url })).toBe('login *** failed')
  expect(shownAddress({ url })).toBe('postgres://me@db/x')
})
