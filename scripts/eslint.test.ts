import { ESLint } from 'eslint'
import { expect, test } from 'vitest'
import { ROOT } from './files.ts'

// Joined from parts, so that this file itself passes.
const LATER = ['TO', 'DO'].join('')
const SUPPRESSED = ['@ts', 'ignore'].join('-')
const DISABLED = ['eslint', 'disable'].join('-')

/** Rules that this repository relies on, each with a line that breaks it. */
test.each([
  ['eslint.config.js', 'max-lines', 'void 1\n'.repeat(301)],
  ['eslint.config.js', 'no-warning-comments', `// ${LATER}: later`],
  ['eslint.config.js', 'eqeqeq', `/* ${DISABLED} */ export const same = LATER == 2`],
  ['scripts/files.ts', '@typescript-eslint/ban-ts-comment', `// ${SUPPRESSED}`],
  ['scripts/eslint.test.ts', 'vitest/no-focused-tests', "test.only('a', () => {})"],
  ['scripts/eslint.test.ts', 'vitest/no-disabled-tests', "test.skip('a', () => {})"],
  ['scripts/eslint.test.ts', 'vitest/warn-todo', "test.todo('a')"],
  ['e2e/journeys/sent.spec.ts', 'playwright/no-focused-test', "test.only('a', async () => {})"],
  ['e2e/journeys/sent.spec.ts', 'playwright/no-skipped-test', "test.skip('a', async () => {})"],
])('lint of %s reports %s', { timeout: 120_000 }, async (filePath, rule, text) => {
  const eslint = new ESLint({
    cwd: ROOT,
    ruleFilter: ({ ruleId }) => ruleId === rule,
    overrideConfig: {
      files: ['**/*.ts'],
      // These rules need no types, which take long to load and, with CI set, come from the file on disk.
      languageOptions: { parserOptions: { project: null } },
    },
  })
  const [result] = await eslint.lintText(`${text}\n`, { filePath })
  expect(result?.messages.map(({ ruleId }) => ruleId)).toContain(rule)
})
