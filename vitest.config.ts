import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const exclude = ['**/node_modules/**', '**/dist/**']

/** Minutes each: begun last, one of them would keep a single core busy long after all others. */
const LONG = /chaos\/src\/(points|model|trials)\/|transfers\/takeover|launcher\/src\/launcher/

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const [long, short] = [[], []] as [TestSpecification[], TestSpecification[]]
    for (const file of await super.sort(files)) (LONG.test(file.moduleId) ? long : short).push(file)
    return [...long, ...short]
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    // Nothing asserts on time: these only end what hangs, on a busy machine too.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // On two cores: the longest files wait for processes more than they work.
    maxWorkers: 4,
    projects: [
      {
        extends: true,
        test: {
          name: 'api',
          include: ['apps/api/**/*.test.ts'],
          exclude,
          // One PostgreSQL for all of them, with a migrated template that each file clones.
          globalSetup: 'apps/api/src/testing/global-setup.ts',
          // Files share a process and its loaded modules, which saves a third of the time; their worlds are their own.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'node',
          include: [
            '{packages,scripts,bench,chaos,e2e,apps/launcher}/**/*.test.ts',
            'apps/{web,office}/**/*.test.{ts,tsx}',
          ],
          exclude,
        },
      },
    ],
  },
})
