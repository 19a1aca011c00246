import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from './files.ts'
import { outcomeRows } from './identity-outcomes.ts'

const plain = (row: string): string => row.replace(/\s*\|\s*/g, '|')

test('docs/identity-checks.md lists every outcome as the code maps it', () => {
  const lines = readFileSync(join(ROOT, 'docs/identity-checks.md'), 'utf8').split('\n')
  const rows = lines.filter((line) => /^\| (Stripe Identity|Smile ID)[^|]*\| `/.test(line)).map(plain)
  expect(rows).toEqual(outcomeRows().map(plain))
})
