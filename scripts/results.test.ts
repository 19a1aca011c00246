import { readFileSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { command } from './command.ts'
import { failure, NOTHING, playwrightResult, type Result, slowestTests, withOutcome } from './results.ts'

test('counts a tool that exits badly without a failed test as a failure, with its last output', () => {
  const none: Result = { ...NOTHING, passed: 9 }
  const one: Result = { ...none, failures: [failure('a test', 'wrong')] }
  const bad = { passed: false, output: 'error during close\n' }
  expect(withOutcome('vitest', none, bad)).toEqual({
    ...none,
    failures: [
      {
        name: 'vitest failed, but its report names no failure',
        message: 'error during close',
      },
    ],
  })
  expect(withOutcome('vitest', one, bad)).toEqual(one)
  expect(withOutcome('vitest', none, { passed: true, output: '' })).toEqual(none)
})

const FILES = {
  'fine.test.js': `test('adds', () => {})`,
  'wrong.test.js': `describe('sums', () => { test('adds', () => expect([1, 2]).toEqual([1, 3])) })`,
  'flaky.test.js': `let runs = 0; test('adds', () => expect(++runs).toBe(2))`,
  'after.test.js': `afterAll(() => expect(['lost connection']).toEqual([])); test('adds', () => {})`,
  'group.test.js': `describe('sums', () => { afterAll(() => { throw new Error('kept open') }); test('adds', () => {}) })`,
  'before.test.js': `beforeAll(() => { throw new Error('not there') }); test('adds', () => {})`,
  'broken.test.js': `throw new Error('cannot be read')`,
  'dies.test.js': `test('adds', () => { process.kill(process.pid, 'SIGKILL') })`,
  'unawaited.test.js': `// Slow: how long waiting takes
  test('adds', async () => {
    void Promise.reject(new Error('nobody waits'))
    await new Promise((resolve) => setTimeout(resolve, 50))
  })`,
}

test('counts each failure of Vitest once, inside or outside a test', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'sesa-results-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  for (const [name, text] of Object.entries(FILES)) await writeFile(path.join(folder, name), text)
  const file = path.join(folder, 'result.json')
  const reporter = `--reporter=${import.meta.dirname}/vitest-result.ts`
  await command(['vitest', 'run', '--root', folder, '--globals', '--retry=1', reporter], {
    env: { VITEST_RESULT_FILE: file },
  })
  const result = JSON.parse(await readFile(file, 'utf8')) as Result
  const { passed, failures, flaky } = result
  expect(passed).toBe(5)
  const first = ({ name, message }: Result['failures'][number]) => [name, message.split('\n')[0]]
  expect(failures.map(first).sort()).toEqual([
    ['Unhandled Error', 'Error: [vitest-pool]: Worker forks emitted error.'],
    ['Unhandled Rejection while unawaited.test.js ran', 'Error: nobody waits'],
    ['after.test.js', "AssertionError: expected [ 'lost connection' ] to deeply equal []"],
    ['before.test.js', 'Error: not there'],
    ['broken.test.js', 'Error: cannot be read'],
    ['group.test.js > sums', 'Error: kept open'],
    ['wrong.test.js > sums > adds', 'AssertionError: expected [ 1, 2 ] to deeply equal [ 1, 3 ]'],
  ])
  expect(flaky.map(first)).toEqual([
    ['flaky.test.js > adds', 'AssertionError: expected 1 to be 2 // Object.is equality'],
  ])
  const messageOf = (start: string) => failures.find(({ name }) => name.startsWith(start))?.message
  expect(messageOf('Unhandled Error')).toContain(path.join(folder, 'dies.test.js'))
  const message = messageOf('wrong')
  expect(message).toContain(`    at ${path.join(folder, 'wrong.test.js')}:1:`)
  expect(message).toContain('-   3,\n+   2,')
  expect(message).not.toContain('node_modules')
  const slowest = slowestTests(result, (each) => readFileSync(each, 'utf8'))
  expect(slowest).toContainEqual(expect.stringContaining(' s  fine.test.js > adds'))
  expect(slowest).toContain('          how long waiting takes')
})

/** In the format of Playwright 1.65, without the fields that we ignore. */
const report = {
  suites: [
    {
      title: 'a.spec.ts',
      specs: [
        {
          title: 'comes late',
          line: 6,
          tests: [
            {
              projectName: 'phone',
              status: 'flaky',
              results: [
                { duration: 1_500, errors: [{ message: 'Error: not yet there\n\n> 6 | test(' }] },
                { duration: 500, errors: [] },
              ],
            },
          ],
        },
        {
          title: 'is not done',
          line: 7,
          tests: [{ projectName: 'phone', status: 'skipped', results: [{ duration: 1_500, errors: [] }] }],
        },
      ],
      suites: [
        {
          title: 'sending',
          specs: [
            {
              title: 'arrives',
              line: 3,
              tests: [
                { projectName: 'phone', status: 'expected', results: [{ duration: 1_500, errors: [] }] },
              ],
            },
            {
              title: 'is refused',
              line: 4,
              tests: [
                {
                  projectName: 'phone',
                  status: 'unexpected',
                  results: [
                    {
                      duration: 100,
                      errors: [{ message: 'Error: \u001b[2mexpect(\u001b[22m\u001b[31mreceived\u001b[39m)' }],
                    },
                  ],
                },
              ],
            },
          ],
        },
      ],
    },
  ],
  errors: [
    { message: 'Error: the product did not stop', stack: 'Error: the product did not stop\n    at …' },
  ],
}

test('reports failed and flaky journeys, and errors outside any test', () => {
  const result = playwrightResult(JSON.stringify(report))
  expect(slowestTests(result, (file) => `// Slow: what ${file} buys\n`).slice(0, 2)).toEqual([
    '   2.0 s  [phone] a.spec.ts › comes late',
    '          what a.spec.ts buys',
  ])
  expect(result).toMatchObject({
    passed: 2,
    flaky: [{ name: '[phone] a.spec.ts:6 › comes late', message: 'Error: not yet there\n\n> 6 | test(' }],
    failures: [
      { name: '[phone] a.spec.ts:4 › sending › is refused', message: 'Error: expect(received)' },
      { name: 'Playwright, outside any test', message: 'Error: the product did not stop' },
    ],
  })
})
