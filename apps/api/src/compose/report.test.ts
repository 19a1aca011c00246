import { afterEach, expect, it, vi } from 'vitest'
import { reportError } from './report.ts'

const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
afterEach(() => write.mockClear())

const logged = (): Record<string, string> =>
  JSON.parse(String(write.mock.calls[0]?.[0])) as Record<string, string>

it('logs an engine error with its stack frames', () => {
  reportError(new TypeError('no such state'), 'a-transfer')
  expect(logged()).toMatchObject({
    level: 'error',
    transferId: 'a-transfer',
    words: 'TypeError: no such state',
  })
  expect(logged()['stack']).toMatch(/^\s+at .*report\.test\.ts/)
})

it('leaves out a value that PostgreSQL quotes, from the message and from the stack', () => {
  const error = Object.assign(new Error('invalid input syntax: "ama@example.com"'), {
    code: '22P02',
    detail: 'Failing row contains (ama@example.com)',
  })
  reportError(error)
  expect(logged()['stack']).toContain('report.test.ts')
  expect(String(write.mock.calls[0]?.[0])).not.toContain('ama@example.com')
})

it('logs a thrown value that is not an error without its content', () => {
  reportError('ama@example.com')
  expect(logged()).toEqual({ level: 'error', words: 'unknown error', stack: '' })
})
