/**
 * `npm run figures` prints figures of the code; `npm run figures -- 297bc18` those of that revision, for comparison.
 * Speed figures are in docs/figures.md.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path/posix'
import { ROOT } from './files.ts'

/** Source files by their path from the repository's folder. */
type Sources = ReadonlyMap<string, string>

const CODE = /\.(ts|tsx|js|css|sql)$/
const isTest = (path: string): boolean =>
  /\.(test|spec|typetest)\.tsx?$|\/testing(\/|\.ts$)|^packages\/test-kit\//.test(path)
const isProduct = (path: string): boolean => /^(apps|packages)\//.test(path) && !isTest(path)
/** Each file of these folders is one journey. */
const ONE_A_FILE = ['e2e/journeys']

const lines = (text: string): number => text.split('\n').length - 1
const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0)

/** Each file of this package can be imported; the other packages have a front door. */
const OPEN_PACKAGE = '@sesa/ui/'

/** Returns the files of the repository that a file imports by their path. Types are no dependency at run time. */
function importsOf(path: string, text: string, { withTypes }: { withTypes: boolean }): readonly string[] {
  return [...text.matchAll(/^(?:import|export)\b( type\b)?(?:[^'"]* from)?\s*'((?:\.|@sesa\/ui\/)[^']+)'/gm)]
    .filter(([, isType]) => withTypes || isType === undefined)
    .map(([, , to = '']) =>
      to.startsWith(OPEN_PACKAGE)
        ? join('packages/ui/src', to.slice(OPEN_PACKAGE.length))
        : normalize(join(dirname(path), to)),
    )
}

/** Counts the source files of each folder, without tests, in descending order. */
function filesPerFolder(sources: Sources): readonly (readonly [folder: string, files: number])[] {
  const counts = new Map<string, number>()
  for (const path of sources.keys()) {
    const folder = dirname(path)
    if (isTest(path) || ONE_A_FILE.includes(folder)) continue
    counts.set(folder, (counts.get(folder) ?? 0) + 1)
  }
  return [...counts].toSorted(([, a], [, b]) => b - a)
}

/** Returns the product files that exactly one other file imports, not counting tests. */
function importedOnce(sources: Sources): readonly string[] {
  const importers = new Map<string, Set<string>>()
  for (const [path, text] of sources) {
    if (isTest(path)) continue
    for (const target of importsOf(path, text, { withTypes: true }))
      importers.set(target, (importers.get(target) ?? new Set()).add(path))
  }
  return [...importers]
    .filter(([path, by]) => by.size === 1 && isProduct(path) && sources.has(path))
    .map(([path]) => path)
}

/** The standard files of a domain and a module, entry points and the contract's calls are separate files however short. */
const BOUNDARY =
  /\/(index|routes|store|ports)\.tsx?$|\/domains\/\w+\/(compose|gauges|orders)\.ts$|\/src\/bin\/|\/contract\/src\/calls\//

/** Parts of the code and, for each, the parts that it imports. */
type Parts = ReadonlyMap<string, ReadonlySet<string>>

/** Groups files by `partOf`, which returns undefined for a file outside every part. */
function partsOf(sources: Sources, partOf: (path: string) => string | undefined): Parts {
  const parts = new Map<string, Set<string>>()
  for (const [path, text] of sources) {
    const part = isTest(path) ? undefined : partOf(path)
    if (part === undefined) continue
    const to = parts.get(part) ?? new Set<string>()
    for (const target of importsOf(path, text, { withTypes: false })) {
      const other = partOf(target)
      if (other !== undefined && other !== part) to.add(other)
    }
    parts.set(part, to)
  }
  return parts
}

/** Counts the layers: the longest chain of imports. */
function layersOf(parts: Parts): number {
  const depth = (part: string, above: readonly string[]): number => {
    const below = [...(parts.get(part) ?? [])].filter((next) => !above.includes(next))
    return 1 + Math.max(0, ...below.map((next) => depth(next, [...above, part])))
  }
  return Math.max(0, ...[...parts.keys()].map((part) => depth(part, [])))
}

function arrowsOf(parts: Parts): string {
  const arrows = [...parts].flatMap(([from, to]) => [...to].map((other) => [from, other] as const))
  const mutual = arrows.filter(([from, to]) => from < to && parts.get(to)?.has(from))
  const pairs = mutual.map(([from, to]) => `${from} and ${to}`).join(', ')
  return `${parts.size}, ${arrows.length} arrows, ${mutual.length} pairs that import each other${pairs && `: ${pairs}`}`
}

/** The API's parts: before there were domains, modules were next to each other. */
const PART = /^apps\/api\/src\/(?:modules|domains)\/([^/]+)\//
const IN_TRANSFERS = /^apps\/api\/src\/(?:modules|domains)\/transfers\/([^/]+)/

/** Returns true for code that a new country or currency would change, except code that only shows or simulates one. */
const isCountryCode = (path: string): boolean =>
  isProduct(path) && /\.(ts|tsx|js)$/.test(path) && !/samples|\/(gallery|sandbox|migrations)\//.test(path)
const withoutComments = (text: string): string => text.replace(/\/\*[^]*?\*\/|^\s*\/\/.*$/gm, '')
const namesGhana = (text: string): boolean => /\bGHS?\b/.test(withoutComments(text))

/** The engine: everything about a transfer but its listing, its staff actions and its adoption. */
const ENGINE = /^apps\/api\/src\/domains\/transfers\/(?:create|engine|state|steps)\//

const SQL = /(?<=\bsql|>|\(|= )`\s*(?:with|select|insert|update|delete)\b/g

/** Returns the index after the template literal that begins at `start`; those inside its expressions belong to it. */
function endOfTemplate(text: string, start: number): number {
  for (let at = start + 1, braces = 0; at < text.length; at++) {
    if (text[at] === '\\') at++
    else if (braces > 0 && text[at] === '`') at = endOfTemplate(text, at) - 1
    else if (text[at] === '`') return at + 1
    else if (text.startsWith('${', at)) [braces, at] = [braces + 1, at + 1]
    else if (braces > 0 && text[at] === '{') braces++
    else if (braces > 0 && text[at] === '}') braces--
  }
  return text.length
}

/** Returns the length of the longest SQL text, and its file. */
function longestSql(files: readonly (readonly [path: string, text: string])[]): string {
  const lengths = files.flatMap(([path, text]) => {
    const code = withoutComments(text)
    return [...code.matchAll(SQL)].map(({ index }) => ({
      path,
      lines: lines(code.slice(index, endOfTemplate(code, index))) + 1,
    }))
  })
  const longest = lengths.toSorted((a, b) => b.lines - a.lines)[0]
  return longest === undefined ? 'none' : `${longest.lines} lines, ${longest.path}`
}

function figures(sources: Sources): readonly (readonly [string, string])[] {
  const product = [...sources].filter(([path]) => isProduct(path))
  const once = importedOnce(sources)
  const crumbs = once.filter((path) => !BOUNDARY.test(path) && lines(sources.get(path) ?? '') < 40)
  const fullest = filesPerFolder(sources).slice(0, 3)
  const ghana = product.filter(([path, text]) => isCountryCode(path) && namesGhana(text))
  const engine = [...sources].filter(([path]) => ENGINE.test(path))
  const linesOfEngine = (ofTests: boolean): number =>
    sum(engine.filter(([path]) => isTest(path) === ofTests).map(([, text]) => lines(text)))
  return [
    ['lines of product code', String(sum(product.map(([, text]) => lines(text))))],
    ['files in the fullest folders', fullest.map(([folder, count]) => `${count} ${folder}`).join(', ')],
    ['product files with one importer', `${once.length} of ${product.length}`],
    ['of these, under 40 lines', String(crumbs.length)],
    ['modules or domains', arrowsOf(partsOf(sources, (path) => PART.exec(path)?.[1]))],
    [
      'import layers in transfers',
      String(layersOf(partsOf(sources, (path) => IN_TRANSFERS.exec(path)?.[1]))),
    ],
    ['lines of the engine, of its tests', `${linesOfEngine(false)}, ${linesOfEngine(true)}`],
    ['longest SQL text', longestSql(product.filter(([path]) => path.startsWith('apps/api/src/')))],
    ['files that name GH or GHS', String(ghana.length)],
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

for (const [name, value] of figures(sourcesAt(process.argv[2]))) console.log(`${name.padEnd(34)} ${value}`)
