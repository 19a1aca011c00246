import { afterEach, expect, it, vi } from 'vitest'
import { reportError, reportQueue } from './report.ts'

const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
afterEach(() => write.mockClear())

const logged = () =>
  JSON.parse(String(write.mock.calls[0]?.[0])) as Record<string, unknown> & { err: { stack: string } }

it('logs an engine error with its stack frames', () => {
  reportError(new TypeError('no such state'), 'S-4AXAP72F')
  expect(logged()).toMatchObject({
    level: 'error',
    time: expect.any(Number),
    pid: process.pid,
    process: 'staff',
    msg: 'engine error',
    transfer: 'S-4AXAP72F',
    err: { type: 'TypeError', message: 'no such state' },
  })
  expect(logged().err.stack).toMatch(/^\s+at .*report\.test\.ts/)
})

it('leaves out a value that PostgreSQL quotes, from the message and from the stack', () => {
  const error = Object.assign(new Error('invalid input syntax: "ama@example.com"'), {
    code: '22P02',
    detail: 'Failing row contains (ama@example.com)',
  })
  reportError(error)
  expect(logged().err.stack).toContain('report.test.ts')
  expect(String(write.mock.calls[0]?.[0])).not.toContain('ama@example.com')
})

it('logs a thrown value that is not an error without its content', () => {
  reportError('ama@example.com')
  expect(logged().err).toEqual({ type: 'Error', message: 'unknown error', stack: '', code: '' })
  expect(String(write.mock.calls[0]?.[0])).not.toContain('ama@example.com')
})

it.each([
  ['ALERT: job 7 (messages.send) was given up', 'alert'],
  ['Failed task 7 (messages.send)', 'warn'],
])('logs what the job queue reports: %s', (line, level) => {
  reportQueue(line)
  expect(logged()).toMatchObject({ level, msg: line, process: 'staff', time: expect.any(Number) })
})
