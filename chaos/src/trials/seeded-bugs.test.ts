import { execFileSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ROOT } from '../world/child.ts'
import { patchOf, SEEDED_BUGS } from './seeded-bugs.ts'

const patches = SEEDED_BUGS.flatMap(({ patch }) => (patch === undefined ? [] : [patch]))

test('every patch belongs to a seeded bug', () => {
  expect(globSync('*.patch', { cwd: patchOf('') }).toSorted()).toEqual(patches.toSorted())
})

test.each(patches)('%s still applies to the sources', (patch) => {
  execFileSync('git', ['apply', '--check', patchOf(patch)], { cwd: ROOT, stdio: 'pipe' })
})
