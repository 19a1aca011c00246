import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { TESTS_VARIABLE } from './tests-variable.ts'

const tests = (process.env[TESTS_VARIABLE] ?? '').split(' ')

/** Runs the files in the order of the part's list. The first failing test ends a mutant's run. */
class InOrderOfPart extends BaseSequencer {
  override sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => tests.findIndex((test) => moduleId.endsWith(test))
    return Promise.resolve(files.toSorted((a, b) => place(a) - place(b)))
  }
}

/** The tests of one part, in one project: a static mutant needs all of them in one fresh process. */
export default defineConfig({
  test: {
    include: tests,
    sequence: { sequencer: InOrderOfPart },
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // One PostgreSQL with a migrated template for all mutants that a process tests.
    globalSetup: tests.some((test) => test.startsWith('apps/api/'))
      ? 'apps/api/src/testing/global-setup.ts'
      : [],
  },
})
