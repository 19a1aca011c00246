import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { HOLDS } from '../apps/api/src/modules/transfers/state/holds.ts'
import { STATES } from '../apps/api/src/modules/transfers/state/states.ts'
import { filesBelow, ROOT } from './files.ts'

const MODULE = 'apps/api/src/modules/transfers'
const page = readFileSync(join(ROOT, 'docs/life-of-a-transfer.md'), 'utf8')

/** Returns the rows of the table under a heading, each as its cells. */
function tableUnder(heading: string): string[][] {
  const [, section = ''] = page.split(`\n## ${heading}\n`)
  const [body = ''] = section.split('\n## ')
  return body
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .slice(2)
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )
}

const codeIn = (text: string): string[] => [...text.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code)

/** Returns the names of the module's transactions and provider calls, which are the crash points. */
function crashPoints(): string[] {
  const sources = filesBelow(ROOT, `${MODULE}/{adopt,create,engine,steps}/*.ts`).filter(
    (file) => !file.includes('.test.'),
  )
  const named = /(?:(?:inTransaction|inOneStatement)\([^,]+,|callProvider\()\s*'([a-z_.]+)'/g
  const names = sources.flatMap((file) =>
    [...readFileSync(join(ROOT, file), 'utf8').matchAll(named)].map(([, name = '']) => name),
  )
  return [...new Set(names)].toSorted()
}

describe('docs/life-of-a-transfer.md', () => {
  test('has one row for each state, with files that exist', () => {
    const rows = tableUnder('States')
    expect(rows.flatMap(([state = '']) => codeIn(state))).toEqual([...STATES])
    const files = rows.flatMap(([, , file = '']) => codeIn(file))
    expect(files.length).toBeGreaterThanOrEqual(STATES.length)
    expect(files.filter((file) => !existsSync(join(ROOT, file)))).toEqual([])
  })

  test('names every crash point of the module, and no other', () => {
    const named = [
      ...tableUnder('States').flatMap(([, , , points = '']) => codeIn(points)),
      ...tableUnder('Requests and workers').flatMap(([, , points = '']) => codeIn(points)),
    ]
    const known = crashPoints()
    expect(known.length).toBeGreaterThan(40)
    expect([...new Set(named)].toSorted()).toEqual(known)
  })

  test('names every hold, each with its runbook', () => {
    const rows = tableUnder('Holds')
    expect(rows.flatMap(([reason = '']) => codeIn(reason)).toSorted()).toEqual(Object.keys(HOLDS).toSorted())
    for (const [reason = '', , runbook = ''] of rows) {
      const [, path = ''] = /\((runbooks\/holds\/[a-z-]+\.md)\)/.exec(runbook) ?? []
      expect(path).toBe(`runbooks/holds/${codeIn(reason).join().replaceAll('_', '-')}.md`)
      expect(existsSync(join(ROOT, 'docs', path)), path).toBe(true)
    }
  })
})
