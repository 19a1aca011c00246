import { writeFileSync } from 'node:fs'
import type { Reporter, TestModule } from 'vitest/node'
import { failure, type Failure, NOTHING, type Result, sum } from './results.ts'

type Errors = Readonly<ReturnType<TestModule['errors']>>

/** Returns an error's message, our own stack frames, and its cause. */
function said({ name = 'Error', message, stack = '', diff = '', cause }: Errors[number]): string {
  const calls = stack
    .split('\n')
    .filter((line) => /^ +at /.test(line) && !/node_modules|node:|<anonymous>/.test(line))
  const cameFrom = cause ? [said(cause)] : []
  return [`${name}: ${message}`, ...calls.slice(0, 3), ...cameFrom, diff].join('\n')
}

/** Returns the failures in a file: of its tests, and outside them, for example in hooks. */
function failuresIn(module: TestModule): Failure[] {
  const file = module.relativeModuleId
  const named: [string, Errors][] = [[file, module.errors()]]
  for (const suite of module.children.allSuites()) named.push([`${file} > ${suite.fullName}`, suite.errors()])
  for (const test of module.children.allTests('failed'))
    named.push([`${file} > ${test.fullName}`, test.result().errors ?? []])
  return named
    .filter(([, errors]) => errors.length > 0)
    .map(([name, errors]) => failure(name, errors.map(said).join('\n')))
}

/** Returns the tests in a file that passed only when repeated. */
function flakyIn(module: TestModule): Failure[] {
  return [...module.children.allTests('passed')]
    .filter((test) => test.diagnostic()?.flaky)
    .map((test) =>
      failure(
        `${module.relativeModuleId} > ${test.fullName}`,
        (test.result().errors ?? []).map(said).join('\n'),
      ),
    )
}

/** Returns the failure of an error outside any test. For some of them, Vitest names the file. */
function unhandled(error: Errors[number], modules: readonly TestModule[]): Failure {
  const file = modules.find(({ moduleId }) => moduleId === error['VITEST_TEST_PATH'])
  const kind = typeof error['type'] === 'string' ? error['type'] : 'Unhandled error'
  return failure(file ? `${kind} while ${file.relativeModuleId} ran` : kind, said(error))
}

/** Returns the duration of each test in a file. */
function timesIn(module: TestModule): Result['times'] {
  return [...module.children.allTests('passed')].map((test) => ({
    name: `${module.relativeModuleId} > ${test.fullName}`,
    file: module.moduleId,
    ms: test.diagnostic()?.duration ?? 0,
  }))
}

/**
 * Writes the result of a run to the file in `VITEST_RESULT_FILE`. Vitest's own JSON report omits failures outside
 * tests: errors that no test awaited, and hooks of a group.
 */
export default class VitestResult implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: Errors): void {
    const result = sum([
      ...modules.map((module) => ({
        passed: [...module.children.allTests('passed')].length,
        failures: failuresIn(module),
        flaky: flakyIn(module),
        times: timesIn(module),
      })),
      { ...NOTHING, failures: errors.map((error) => unhandled(error, modules)) },
    ])
    writeFileSync(process.env['VITEST_RESULT_FILE'] ?? '', JSON.stringify(result))
  }
}
