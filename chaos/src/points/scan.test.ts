import { describe, expect, test } from 'vitest'
import { scanPoints, scanSource } from './scan.ts'

const FILE = 'apps/api/src/domains/x/service.ts'
const names = (text: string): string[] => scanSource(FILE, text).names
const hidden = (text: string): string[] => scanSource(FILE, text).hidden

describe('crash point scan', () => {
  test('reads the crash points of the product and finds none hidden', () => {
    const scan = scanPoints()
    expect(scan.hidden).toEqual([])
    expect(scan.files).toBeGreaterThan(80)
    expect(scan.names).toContain('transfers.record_paid')
    expect(scan.names).toContain('cards.refund')
    expect(scan.calls).toBeGreaterThanOrEqual(scan.names.length)
  })

  test('collects the literal names of transactions and provider calls', () => {
    expect(names("await inTransaction(deps.db, 'a.b', (tx) => f(tx))")).toEqual(['a.b'])
    expect(names("const x = callProvider('c.d', () => call())")).toEqual(['c.d'])
    expect(names("return writeStep(deps, 'e.f', claim, decide)")).toEqual(['e.f'])
  })

  test.each([
    'inTransaction(db, name, work)',
    'inTransaction(db, `a.${b}`, work)',
    'callProvider(NAME, call)',
    "import { inTransaction as save } from '../../db/index.ts'",
    'const wrap = inTransaction',
    'run(callProvider)',
    'db.transaction().execute(work)',
  ])('reports code that would hide a crash point: %s', (text) => {
    expect(hidden(text)).toHaveLength(1)
  })

  test('leaves the name to the callers of a function that passes it on', () => {
    expect(hidden('async function writeStep(deps, name) { return decideAndApply(deps.db, name) }')).toEqual(
      [],
    )
    expect(hidden('async function other(db, name) { return decideAndApply(db, name) }')).toHaveLength(1)
  })

  test('ignores names that only look alike', () => {
    expect(
      hidden(
        "import { inTransaction } from '../../db/index.ts'\ngit.inTransaction(x)\nconst o = { inTransaction: 1 }",
      ),
    ).toEqual([])
  })
})
