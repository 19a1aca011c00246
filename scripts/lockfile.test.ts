import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from './files.ts'

interface Locked {
  readonly integrity?: string
  readonly resolved?: string
  readonly link?: boolean
  readonly inBundle?: boolean
  readonly hasInstallScript?: boolean
}

const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, Locked>
}
const installed = Object.entries(packages).filter(([path]) => path.includes('node_modules/'))
const foreign = installed.filter(([, { link }]) => link !== true)

/** Returns packages whose installed bytes could differ from the locked ones. */
function loose([path, { integrity, inBundle }]: [string, Locked]): string[] {
  return inBundle === true || integrity?.startsWith('sha512-') ? [] : [path]
}

test('locks every package to its registry bytes by a SHA-512 digest', () => {
  expect(foreign.length).toBeGreaterThan(300)
  expect(foreign.flatMap(loose)).toEqual([])
  expect(foreign.filter(([, { resolved }]) => resolved !== undefined)).toEqual([])
  expect(loose(['node_modules/x', { integrity: 'sha1-x' }])).toEqual(['node_modules/x'])
})

test('runs no install script of any package', () => {
  expect(readFileSync(join(ROOT, '.npmrc'), 'utf8')).toContain('ignore-scripts=true')
})
