import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const exclude = ['**/node_modules/**', '**/dist/**']

/** Minutes each: begun last, one of them would keep a single core busy long after all others. */
const LONG = /chaos\/src\/(points|model|trials)\/|launcher\/src\/launcher|bin\/process/

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const [long, short] = [[], []] as [TestSpecification[], TestSpecification[]]
    for (const file of await super.sort(files)) (LONG.test(file.moduleId) ? long : short).push(file)
    return [...long, ...short]
  }
}

/** Tests for `npm run test:all`: they start products, repeat races or explore crashes. */
const SLOW = '**/*.all.test.{ts,tsx}'

/** The tests outside the API whose names end like this. */
const nodeTests = (end: string): string[] => [
  `{packages,scripts,bench,chaos,e2e,apps/{launcher,web,office}}/**/*${end}.{ts,tsx}`,
]

interface Files {
  readonly include: string[]
  readonly exclude: string[]
}

const api = (name: string, files: Files): TestProjectInlineConfiguration => ({
  extends: true,
  test: {
    name,
    ...files,
    // One PostgreSQL for all of them, with a migrated template that each file clones.
    globalSetup: 'apps/api/src/testing/global-setup.ts',
    // Files share a process and its loaded modules, which saves a third of the time; their worlds are their own.
    isolate: false,
  },
})

const node = (name: string, files: Files): TestProjectInlineConfiguration => ({
  extends: true,
  test: { name, ...files },
})

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    // Nothing asserts on time: these only end what hangs, on a busy machine too.
    testTimeout: 900_000,
    hookTimeout: 900_000,
    // On two cores: the longest files wait for processes more than they work.
    maxWorkers: 4,
    projects: [
      api('api', { include: ['apps/api/**/*.test.ts'], exclude: [...exclude, SLOW] }),
      node('node', { include: nodeTests('.test'), exclude: [...exclude, SLOW] }),
      api('api-all', { include: [`apps/api/${SLOW}`], exclude }),
      node('node-all', { include: nodeTests('.all.test'), exclude }),
    ],
  },
})
