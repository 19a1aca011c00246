import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { command } from './command.ts'
import { ROOT } from './files.ts'
import { filesToLint } from './lint.ts'

// Joined from parts, so that this file itself passes.
const LATER = ['TO', 'DO'].join('')
const SUPPRESSED = ['@ts', 'ignore'].join('-')
const FOCUSED = "import { test } from 'vitest'\ntest.only('a', () => {})"

/** Rules on which this repository relies, each with a file that violates it. */
const BREAKS: readonly (readonly [rule: string, path: string, text: string])[] = [
  ['eslint(max-lines)', 'long.ts', 'void 1\n'.repeat(301)],
  ['eslint(no-warning-comments)', 'later.ts', `// ${LATER}: later`],
  ['eslint(eqeqeq)', 'same.ts', 'export const same = (a: unknown, b: unknown) => a == b'],
  ['typescript(ban-ts-comment)', 'suppressed.ts', `// ${SUPPRESSED}\nexport const a = 1`],
  ['typescript(no-explicit-any)', 'any.ts', 'export const a = (b: any): void => void b'],
  ['typescript(no-floating-promises)', 'floating.ts', 'Promise.resolve(1)'],
  ['typescript(no-misused-promises)', 'misused.ts', '[1].forEach(async () => Promise.resolve())'],
  [
    'typescript(switch-exhaustiveness-check)',
    'switch.ts',
    "export function f(a: 'x' | 'y'): void {\n  switch (a) {\n    case 'x':\n  }\n}",
  ],
  ['vitest(no-focused-tests)', 'focused.test.ts', FOCUSED],
  ['vitest(no-disabled-tests)', 'disabled.test.ts', FOCUSED.replace('only', 'skip')],
]

it('lint reports each rule that this repository relies on', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sesa-lint-'))
  for (const file of ['.oxlintrc.json', 'tsconfig.base.json']) cpSync(join(ROOT, file), join(folder, file))
  const config = { extends: './tsconfig.base.json', compilerOptions: { types: [], lib: ['es2024'] } }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config))
  for (const [, path, text] of BREAKS) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), `${text}\n`)
  }
  const { passed, output } = await command([
    'oxlint',
    '-c',
    join(folder, '.oxlintrc.json'),
    '-f',
    'json',
    folder,
  ])
  rmSync(folder, { recursive: true })
  const { diagnostics } = JSON.parse(output) as { diagnostics: { code: string; filename: string }[] }
  const found = diagnostics.map(({ code, filename }) => `${filename.split('/').at(-1)}: ${code}`)
  expect(passed).toBe(false)
  expect(found).toEqual(expect.arrayContaining(BREAKS.map(([rule, path]) => `${path}: ${rule}`)))
})

it('lint rechecks files that changed since it passed, and everything after a change of its settings', () => {
  const settings = { '.oxlintrc.json': 'a' }
  const passed = { 'a.ts': '1', 'b.ts': '2', 'gone.ts': '3', ...settings }
  expect(filesToLint({ 'a.ts': '1', 'b.ts': '2' }, settings, passed)).toEqual([])
  expect(filesToLint({ 'a.ts': '1', 'b.ts': '3', 'c.ts': '1' }, settings, passed)).toEqual(['b.ts', 'c.ts'])
  expect(filesToLint({ 'a.ts': '1', 'b.ts': '2' }, { '.oxlintrc.json': 'b' }, passed)).toEqual([
    'a.ts',
    'b.ts',
  ])
  expect(filesToLint({ 'a.ts': '1' }, settings, {})).toEqual(['a.ts'])
})
