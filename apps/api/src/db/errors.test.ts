import { expect, it } from 'vitest'
import { isDatabaseUnavailable } from './errors.ts'

it.each<[string, { code?: string; severity?: string; message: string }, boolean]>([
  ['a full disk under a statement', { code: '53100', severity: 'ERROR', message: 'No space left' }, true],
  [
    'a full disk while a connection starts',
    { code: 'XX000', severity: 'FATAL', message: 'could not write init file' },
    true,
  ],
  [
    'an internal error that keeps the connection',
    { code: 'XX000', severity: 'ERROR', message: 'cache' },
    false,
  ],
  ['a standby', { code: '25006', severity: 'ERROR', message: 'read-only transaction' }, true],
  ['a primary that shuts down', { code: '57P01', severity: 'FATAL', message: 'terminating' }, true],
  ['a wrong password', { code: '28P01', severity: 'FATAL', message: 'authentication failed' }, false],
  ['a refused connection', { code: 'ECONNREFUSED', message: 'connect' }, true],
  ['a broken rule of a table', { code: '23514', severity: 'ERROR', message: 'check' }, false],
])('reports whether the database is unreachable: %s', (_what, error, isAway) => {
  expect(isDatabaseUnavailable(error)).toBe(isAway)
})
