/**
 * `npm run figures` prints figures of the code; `npm run figures -- 297bc18` those of that revision, to compare. Figures
 * of speed are in docs/figures.md.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path/posix'
import { fileURLToPath } from 'node:url'
import { ROOT } from './files.ts'

/** Source files by their path from the repository's folder. */
export type Sources = ReadonlyMap<string, string>

const CODE = /\.(ts|tsx|js|css|sql)$/
const isTest = (path: string): boolean =>
  /\.(test|spec|typetest)\.tsx?$|\/testing(\/|\.ts$)|^packages\/test-kit\//.test(path)
const isProduct = (path: string): boolean => /^(apps|packages)\//.test(path) && !isTest(path)
/** Each file of these folders is one journey. */
const ONE_A_FILE = ['e2e/journeys']
const TRANSFERS = 'apps/api/src/domains/transfers'
const ONE_WRITER = /\/transfers\/(state\/transitions|moves)\.ts$/
const UPDATE = /updateTable\('transfers'\)|\bupdate\s+transfers\s+set\b/g

const lines = (text: string): number => text.split('\n').length - 1
const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0)
const texts = (sources: Sources, chosen: (path: string) => boolean): string[] =>
  [...sources].filter(([path]) => chosen(path)).map(([, text]) => text)

/** Counts the source files of each folder, without tests, the fullest first. */
export function filesPerFolder(sources: Sources): readonly (readonly [folder: string, files: number])[] {
  const counts = new Map<string, number>()
  for (const path of sources.keys()) {
    const folder = dirname(path)
    if (isTest(path) || ONE_A_FILE.includes(folder)) continue
    counts.set(folder, (counts.get(folder) ?? 0) + 1)
  }
  return [...counts].toSorted(([, a], [, b]) => b - a)
}

/** Returns what each file below `folder` imports from below it; type-only imports do not count. */
function importsWithin(sources: Sources, folder: string): Map<string, readonly string[]> {
  const own = [...sources].filter(([path]) => path.startsWith(`${folder}/`) && !isTest(path))
  const found = own.map(([path, text]): [string, string[]] => [
    path,
    [...text.matchAll(/^(?:import|export)(?! type)[^'"]*from '(\.[^']+)'/gm)]
      .map(([, to = '']) => normalize(join(dirname(path), to)))
      .filter((to) => to.startsWith(`${folder}/`)),
  ])
  return new Map(found)
}

/** Counts the layers below `folder`: the longest import chain of its parts, its files and subfolders. */
export function importLayers(sources: Sources, folder: string): number {
  const partOf = (path: string): string => path.slice(folder.length + 1).split('/')[0] ?? ''
  const parts = new Map<string, Set<string>>()
  for (const [path, imported] of importsWithin(sources, folder)) {
    const to = parts.get(partOf(path)) ?? new Set<string>()
    imported
      .map(partOf)
      .filter((part) => part !== partOf(path))
      .forEach((part) => to.add(part))
    parts.set(partOf(path), to)
  }
  const depth = (part: string, above: readonly string[]): number => {
    const below = [...(parts.get(part) ?? [])].filter((next) => !above.includes(next))
    return 1 + Math.max(0, ...below.map((next) => depth(next, [...above, part])))
  }
  return Math.max(0, ...[...parts.keys()].map((part) => depth(part, [])))
}

/** A module's standard files, entry points and the contract's calls are separate files however short. */
const BOUNDARY = /\/(index|routes|store|ports)\.tsx?$|\/src\/bin\/|\/contract\/src\/calls\//

/** Returns files under 40 lines, except boundaries, that only one other file imports, and not lazily. */
export function crumbs(sources: Sources): readonly string[] {
  const importers = new Map<string, Set<string>>()
  for (const [path, text] of sources) {
    if (isTest(path)) continue
    for (const [, to = ''] of text.matchAll(/(?:from|import)\s*'(\.[^']+)'/g)) {
      const target = normalize(join(dirname(path), to))
      importers.set(target, (importers.get(target) ?? new Set()).add(path))
    }
  }
  return [...importers]
    .filter(
      ([path, by]) =>
        by.size === 1 &&
        isProduct(path) &&
        !BOUNDARY.test(path) &&
        lines(sources.get(path) ?? '\n'.repeat(40)) < 40,
    )
    .map(([path]) => path)
}

/** Counts update statements on transfers outside the one writer, and the files that have them. */
export function strayUpdates(sources: Sources): { statements: number; files: number } {
  const counts = [...sources]
    .filter(([path]) => path.startsWith('apps/api/src/') && !isTest(path) && !ONE_WRITER.test(path))
    .map(([, text]) => [...text.matchAll(UPDATE)].length)
    .filter((count) => count > 0)
  return { statements: sum(counts), files: counts.length }
}

function figures(sources: Sources): readonly (readonly [string, string])[] {
  const folders = filesPerFolder(sources)
  const sizes = folders.map(([, files]) => files)
  const ui = (path: string): boolean => path.startsWith('packages/ui/src/')
  const ofTests = sum(texts(sources, (path) => ui(path) && isTest(path)).map(lines))
  const ofSources = sum(texts(sources, (path) => ui(path) && !isTest(path)).map(lines))
  const { statements, files } = strayUpdates(sources)
  return [
    ['lines of product code', String(sum(texts(sources, isProduct).map(lines)))],
    [
      'files in the fullest folders',
      folders
        .slice(0, 3)
        .map(([folder, count]) => `${count} ${folder}`)
        .join(', '),
    ],
    ['files per folder, median', String(sizes[Math.floor(sizes.length / 2)] ?? 0)],
    ['import layers in transfers', String(importLayers(sources, TRANSFERS))],
    ['files under 40 lines with one importer', String(crumbs(sources).length)],
    ['updates of transfers outside the one writer', `${statements} in ${files} files`],
    ['test to source lines of ui', (ofTests / Math.max(1, ofSources)).toFixed(2)],
  ]
}

const git = (...args: readonly string[]): string =>
  execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', maxBuffer: 1 << 28 })

function sourcesAt(revision: string | undefined): Sources {
  const list = revision === undefined ? git('ls-files') : git('ls-tree', '-r', '--name-only', revision)
  const paths = list.split('\n').filter((path) => CODE.test(path))
  const read = (path: string): string =>
    revision === undefined ? readFileSync(join(ROOT, path), 'utf8') : git('show', `${revision}:${path}`)
  return new Map(paths.map((path) => [path, read(path)]))
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const [name, value] of figures(sourcesAt(process.argv[2]))) console.log(`${name.padEnd(46)} ${value}`)
}
