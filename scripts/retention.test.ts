import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { RETENTION_PAGE, retentionPage } from './retention.ts'

it('docs/retention.md is as `node scripts/retention.ts` writes it', () => {
  const plain = (text: string): string => text.replaceAll(/[ -]+/g, ' ')
  expect(plain(readFileSync(RETENTION_PAGE, 'utf8'))).toBe(plain(retentionPage()))
})
