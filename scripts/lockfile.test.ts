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
  readonly optionalDependencies?: Record<string, string>
}

const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, Locked>
}
const installed = Object.entries(packages).filter(([path]) => path.includes('node_modules/'))
const foreign = installed.filter(([, { link }]) => link !== true)

const MACHINE = /(linux|darwin)-(x64|arm64)(-gnu)?$/

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

/** npm writes only the packages of the machine that wrote the lock file, once it has lost the others. */
test('has the native packages of Linux and macOS, for both processors', () => {
  const native = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    // The root's are Node itself, which macOS does not get.
    path === '' ? [] : Object.keys(optionalDependencies).filter((name) => MACHINE.test(name)),
  )
  expect(native.length).toBeGreaterThanOrEqual(24)
  expect(native.filter((name) => packages[`node_modules/${name}`] === undefined)).toEqual([])
})

test('runs no install script of any package', () => {
  expect(readFileSync(join(ROOT, '.npmrc'), 'utf8')).toContain('ignore-scripts=true')
})
