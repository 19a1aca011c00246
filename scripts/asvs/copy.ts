import { cpSync, mkdirSync, mkdtempSync, readdirSync, readlinkSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { ROOT } from '../files.ts'

/** Folders that hold no sources: dependencies, recordings and running state. */
const LEFT_OUT = /(^|\/)(node_modules|coverage|test-results|playwright-report|\.git|\.data|\.cache)$/

/**
 * Copies the tree, with the built web app, to a temporary folder. Dependencies are links; our own packages
 * link into the copy, so that its code does not import the original's.
 */
export function copyTree(): string {
  const copy = mkdtempSync(join(tmpdir(), 'sesa-asvs-'))
  cpSync(ROOT, copy, { recursive: true, filter: (source) => !LEFT_OUT.test(relative(ROOT, source)) })
  linkDependencies(join(ROOT, 'node_modules'), join(copy, 'node_modules'))
  return copy
}

function linkDependencies(from: string, to: string): void {
  mkdirSync(join(to, '@sesa'), { recursive: true })
  for (const name of readdirSync(from)) {
    if (name === '@sesa') {
      // Relative links such as ../../packages/money, which lead into the copy from there.
      for (const own of readdirSync(join(from, name)))
        symlinkSync(readlinkSync(join(from, name, own)), join(to, name, own))
    } else if (name !== '.cache') symlinkSync(join(from, name), join(to, name))
  }
}
