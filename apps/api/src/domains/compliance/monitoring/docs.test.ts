import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { SHIPPED_RULES, SHIPPED_SHADOW, type Rule } from './rules.ts'

const DOCS = path.join(import.meta.dirname, '../../../../../../docs/compliance.md')

/** Returns a rule as a row of the table: its id, its kind and its figures. */
function rowOf({ id, look }: Rule): string {
  const { kind, ...figures } = look
  const text = Object.entries(figures).map(([name, value]) => `${name} ${[value].flat().join(' or ')}`)
  return `| \`${id}\` | \`${kind}\` | ${text.join(', ')} |`
}

test('docs/compliance.md lists the shipped rules with their figures, those in shadow mode last', () => {
  const lines = readFileSync(DOCS, 'utf8')
    .split('\n')
    .map((line) => line.replace(/ +/g, ' '))
  const from = lines.indexOf('<!-- rules -->')
  const to = lines.indexOf('<!-- /rules -->')
  const rows = lines.slice(from, to).filter((line) => line.startsWith('| `'))
  expect(rows).toEqual([...SHIPPED_RULES.rules, ...SHIPPED_SHADOW.rules].map(rowOf))
})
