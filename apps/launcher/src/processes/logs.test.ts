import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it } from 'vitest'
import { fatalWords, logFileOf, logProblem } from './logs.ts'

it('keeps the launcher’s problems as lines like those of the server', async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'sesa-logs-'))
  await mkdir(path.join(dataDir, 'logs'))
  logProblem(dataDir, 'worker ended (exit code 137) and is being restarted')
  const [line = '{}'] = (await readFile(logFileOf(dataDir, 'launcher'), 'utf8')).split('\n')
  expect(JSON.parse(line)).toEqual({
    level: 'warn',
    time: expect.any(Number),
    pid: process.pid,
    hostname: expect.any(String),
    process: 'launcher',
    msg: 'worker ended (exit code 137) and is being restarted',
  })
  await rm(dataDir, { recursive: true })
  // A deleted folder ends nothing.
  logProblem(dataDir, 'and again')
})

it.each([
  ['{"level":"fatal","msg":"cannot start","err":{"type":"Error","message":"no route"}}', 'Error: no route'],
  ['{"level":"fatal","msg":"cannot start"}', 'cannot start'],
  ['{"level":"error","msg":"unexpected error"}', undefined],
  ['{ code: 1', undefined],
  ['Error: no route', undefined],
])('reads from %s why a process ended', (line, words) => {
  expect(fatalWords(line)).toBe(words)
})
