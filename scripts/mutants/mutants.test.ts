import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ROOT } from '../files.ts'
import { PARTS } from './parts.ts'
import { strykerPlugins } from './plugins.ts'
import { describeMutant, scoreOf } from './result.ts'
import { piecesOf, rangeOf, sampleOf } from './sample.ts'

const FILE = 'packages/money/src/decimal.ts'
const LINES = readFileSync(join(ROOT, FILE), 'utf8').split('\n')

/** Returns a mutant of the first word in the file's line. */
const mutant = (line: number, status: 'Killed' | 'Survived' | 'NoCoverage' | 'Timeout' | 'Ignored') => ({
  fileName: join(ROOT, FILE),
  location: { start: { line, column: 1 }, end: { line, column: 7 } },
  replacement: 'x',
  status,
})

describe('the parts', () => {
  it.each(Object.entries(PARTS))('%s names code and tests that exist', (_, { code, tests }) => {
    const missing = [...code, ...tests].filter((glob) => globSync(glob, { cwd: ROOT }).length === 0)
    expect(missing).toEqual([])
  })
})

describe('mutant samples', () => {
  it('repeats a sample for the same seed only, within the requested size', async () => {
    const part = PARTS['money'] ?? { code: [], tests: [] }
    const pieces = await piecesOf(part)
    const ranges = (seed: number): string[] => sampleOf(pieces, 40, seed).map(rangeOf)
    expect(ranges(7)).toEqual(ranges(7))
    expect(ranges(7)).not.toEqual(ranges(8))
    for (const seed of [1, 2, 3]) {
      const count = sampleOf(pieces, 40, seed).reduce((sum, { mutants }) => sum + mutants, 0)
      expect(count).toBeGreaterThan(20)
      expect(count).toBeLessThanOrEqual(40)
    }
  })

  it('splits the code into pieces that do not overlap', async () => {
    const pieces = await piecesOf({ code: [FILE], tests: [] })
    expect(pieces.length).toBeGreaterThan(1)
    const starts = pieces.map(({ location }) => location.start.line)
    expect(pieces.every(({ location }, at) => location.end.line <= (starts[at + 1] ?? Infinity))).toBe(true)
  })
})

describe('mutation score', () => {
  it('divides caught mutants by tried ones, and ignores mutants that were not tried', () => {
    const results = [
      mutant(1, 'Killed'),
      mutant(1, 'Timeout'),
      mutant(1, 'Survived'),
      mutant(1, 'NoCoverage'),
      mutant(1, 'Ignored'),
    ]
    expect(scoreOf(results)).toEqual({
      mutants: 4,
      killed: 1,
      survived: 1,
      noCoverage: 1,
      timeouts: 1,
      score: 0.5,
    })
    expect(scoreOf([]).score).toBe(1)
  })

  it('describes a survivor by file, line, code and replacement', () => {
    expect(describeMutant(mutant(1, 'Killed'))).toBeUndefined()
    expect(describeMutant(mutant(1, 'Survived'))).toBe(`survived ${FILE}:1 ${LINES[0]?.slice(0, 6)} -> x`)
  })
})

describe('the name of a crash point', () => {
  /** The first string in a call of the function, as Stryker passes it. */
  const nameIn = (callee: string): object => ({
    isStringLiteral: () => true,
    parentPath: {
      isCallExpression: () => true,
      node: { callee: { type: 'Identifier', name: callee } },
    },
  })
  const plugin = strykerPlugins.find(({ name }) => name === 'point-names')
  const { shouldIgnore } = (plugin?.value ?? {}) as { shouldIgnore(path: object): string | undefined }

  it.each([
    ['inTransaction', 'apps/api/src/db/index.ts'],
    ['callProvider', 'apps/api/src/lib/crash-points.ts'],
  ])('is not mutated in a call of %s', (callee, file) => {
    expect(readFileSync(join(ROOT, file), 'utf8')).toContain(`function ${callee}<`)
    expect(shouldIgnore(nameIn(callee))).toBe('the name of a crash point')
  })

  it('does not protect strings of other calls', () => {
    expect(shouldIgnore(nameIn('readFile'))).toBeUndefined()
  })
})
