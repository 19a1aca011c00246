import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { command } from './command.ts'
import { failure, lastWords, playwrightResult, type Result, single, sum, withOutcome } from './results.ts'

describe('npm test summary', () => {
  test('lists failures, then the counts', () => {
    const types = single('check: types', { passed: false, output: 'one.ts: wrong\ntwo.ts: wrong\n' })
    const total = sum([
      single('check: lint', { passed: true, output: '' }),
      types,
      { passed: 3, failures: [] },
    ])
    expect(lastWords(total)).toBe(
      '\nWhat failed:\n\n1) check: types\n    one.ts: wrong\n    two.ts: wrong\n\n4 passed, 1 failed',
    )
    expect(lastWords({ passed: 2, failures: [] })).toBe('2 passed, 0 failed')
  })

  test('keeps the first lines of a test failure and the last lines of a tool', () => {
    const lines = Array.from({ length: 100 }, (_, i) => `line ${i + 1}`)
    expect(failure('a test', lines.join('\n')).message).toBe([...lines.slice(0, 12), '…'].join('\n'))
    const [build] = single('build', { passed: false, output: lines.join('\n') }).failures
    expect(build?.message).toBe(lines.slice(60).join('\n'))
  })

  test('counts a tool that exits badly without a failed test as a failure, with its last output', () => {
    const none: Result = { passed: 9, failures: [] }
    const one: Result = { passed: 9, failures: [failure('a test', 'wrong')] }
    const bad = { passed: false, output: 'error during close\n' }
    expect(withOutcome('vitest', none, bad)).toEqual({
      passed: 9,
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

  test('keeps the error output of a shown command', async () => {
    const line = ['node', '-e', 'console.error("out of order"); process.exit(3)'] as const
    expect(await command(line, { show: true })).toEqual({ passed: false, output: 'out of order\n' })
  })
})

const FILES = {
  'fine.test.js': `test('adds', () => {})`,
  'wrong.test.js': `describe('sums', () => { test('adds', () => expect([1, 2]).toEqual([1, 3])) })`,
  'after.test.js': `afterAll(() => expect(['lost connection']).toEqual([])); test('adds', () => {})`,
  'group.test.js': `describe('sums', () => { afterAll(() => { throw new Error('kept open') }); test('adds', () => {}) })`,
  'before.test.js': `beforeAll(() => { throw new Error('not there') }); test('adds', () => {})`,
  'broken.test.js': `throw new Error('cannot be read')`,
  'dies.test.js': `test('adds', () => { process.kill(process.pid, 'SIGKILL') })`,
  'unawaited.test.js': `test('adds', async () => {
    void Promise.reject(new Error('nobody waits'))
    await new Promise((resolve) => setTimeout(resolve, 50))
  })`,
}

describe('Vitest results', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'sesa-results-'))
    for (const [name, text] of Object.entries(FILES)) await writeFile(path.join(folder, name), text)
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  async function run(...files: string[]): Promise<Result> {
    const file = path.join(folder, 'result.json')
    await command(
      [
        'vitest',
        'run',
        '--root',
        folder,
        '--globals',
        `--reporter=${import.meta.dirname}/vitest-result.ts`,
        ...files,
      ],
      { env: { VITEST_RESULT_FILE: file } },
    )
    return JSON.parse(await readFile(file, 'utf8')) as Result
  }

  test('counts each failure once, inside or outside a test', async () => {
    const { passed, failures } = await run()
    expect(passed).toBe(4)
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
    const messageOf = (start: string) => failures.find(({ name }) => name.startsWith(start))?.message
    expect(messageOf('Unhandled Error')).toContain(path.join(folder, 'dies.test.js'))
    const message = messageOf('wrong')
    expect(message).toContain(`    at ${path.join(folder, 'wrong.test.js')}:1:`)
    expect(message).toContain('-   3,\n+   2,')
    expect(message).not.toContain('node_modules')
  })

  test('names no failure when every test passes', async () => {
    expect(await run('fine.test.js')).toEqual({ passed: 1, failures: [] })
  })
})

describe('Playwright results', () => {
  /** As Playwright 1.65 writes it, without the fields that we ignore. */
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
                results: [{ errors: [{ message: 'Error: not yet there\n\n> 6 | test(' }] }, { errors: [] }],
              },
            ],
          },
          {
            title: 'is not done',
            line: 7,
            tests: [{ projectName: 'phone', status: 'skipped', results: [{ errors: [] }] }],
          },
        ],
        suites: [
          {
            title: 'sending',
            specs: [
              {
                title: 'arrives',
                line: 3,
                tests: [{ projectName: 'phone', status: 'expected', results: [{ errors: [] }] }],
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
                        errors: [
                          { message: 'Error: \u001b[2mexpect(\u001b[22m\u001b[31mreceived\u001b[39m)' },
                        ],
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
    expect(playwrightResult(JSON.stringify(report))).toEqual({
      passed: 1,
      failures: [
        {
          name: '[phone] a.spec.ts:6 › comes late (passed only on a retry)',
          message: 'Error: not yet there\n\n> 6 | test(',
        },
        { name: '[phone] a.spec.ts:4 › sending › is refused', message: 'Error: expect(received)' },
        { name: 'Playwright, outside any test', message: 'Error: the product did not stop' },
      ],
    })
  })
})
