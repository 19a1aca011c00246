import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { packageFor } from './binaries.ts'

const { optionalDependencies } = JSON.parse(
  readFileSync(path.join(import.meta.dirname, '../package.json'), 'utf8'),
) as { optionalDependencies: Record<string, string> }

it.each([
  ['linux', 'x64'],
  ['linux', 'arm64'],
  ['darwin', 'x64'],
  ['darwin', 'arm64'],
])('has a package for %s on %s, which npm ci installs', (platform, arch) => {
  expect(Object.keys(optionalDependencies)).toContain(packageFor(platform, arch))
})

it.each([
  ['win32', 'x64', 'WSL'],
  ['linux', 'riscv64', 'DATABASE_URL'],
  ['freebsd', 'x64', 'DATABASE_URL'],
  ['darwin', 'ppc64', 'DATABASE_URL'],
])('says what to do on %s, %s', (platform, arch, remedy) => {
  expect(() => packageFor(platform, arch)).toThrow(remedy)
})
