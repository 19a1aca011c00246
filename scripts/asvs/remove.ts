import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../files.ts'
import { copyTree } from './copy.ts'
import { applied, filesOf, type Edit } from './edit.ts'
import { TESTED, type Evidence } from './table.ts'
import { isJourney, keyOf, runTests, type Outcome } from './tests.ts'

/** Findings so far, so that an interrupted run can continue. Below test-results, which git ignores. */
const FOUND = join(ROOT, 'test-results/asvs.json')

/** By the stamp of an edit: the result of each named test. */
type Found = Record<string, Record<string, Outcome>>

const testsOf = ({ rows }: Edit): Evidence[] => {
  const all = rows.flatMap((row) => TESTED.get(row) ?? [])
  return [...new Map(all.map((test) => [keyOf(test), test])).values()]
}

interface Stamped extends Edit {
  readonly stamp: string
}

/** Returns a hash of the edit, the files that it changes and the tests that must notice. */
function stamp(edit: Edit): string {
  const tests = testsOf(edit)
  const files = [...filesOf(edit), ...new Set(tests.map(({ path }) => path))]
  const hash = createHash('sha256').update(JSON.stringify([edit, tests]))
  for (const file of files) hash.update(readFileSync(join(ROOT, file)))
  return hash.digest('hex').slice(0, 16)
}

function load(): Found {
  return existsSync(FOUND) ? (JSON.parse(readFileSync(FOUND, 'utf8')) as Found) : {}
}

/** Adds to the stored findings, which another run may have extended meanwhile. */
function keep(found: Found): void {
  mkdirSync(join(ROOT, 'test-results'), { recursive: true })
  writeFileSync(FOUND, JSON.stringify({ ...load(), ...found }, null, 2))
}

async function judged(
  edit: Edit,
  copy: string,
  say: (line: string) => void,
): Promise<Record<string, Outcome>> {
  const changed = applied(edit, copy)
  const before = [...changed.keys()].map((file) => [file, readFileSync(join(copy, file))] as const)
  for (const [file, text] of changed) writeFileSync(join(copy, file), text)
  try {
    return Object.fromEntries(await runTests(copy, testsOf(edit), say))
  } finally {
    for (const [file, text] of before) writeFileSync(join(copy, file), text)
  }
}

/** Returns the tests of these edits that fail even though nothing is removed, so that they prove nothing. */
async function failingBefore(
  edits: readonly Edit[],
  copy: string,
  say: (line: string) => void,
): Promise<Set<string>> {
  const tests = new Map(edits.flatMap(testsOf).map((test) => [keyOf(test), test]))
  const outcomes = await runTests(copy, [...tests.values()], say)
  return new Set([...outcomes].filter(([, outcome]) => outcome !== 'passed').map(([key]) => key))
}

/** Whether at least one named test could be judged; otherwise the edit is tried again. */
const isSettled = (outcomes: Record<string, Outcome> = {}): boolean =>
  Object.values(outcomes).some((outcome) => outcome !== 'broken')

export interface Removal {
  /** Rows whose tests noticed the removal, with those tests. */
  readonly noticed: ReadonlyMap<string, readonly string[]>
  /** Rows whose tests stayed green, with the control that was removed. */
  readonly unnoticed: readonly string[]
  /** Rows that could not be judged, with the reason. */
  readonly unjudged: readonly string[]
}

/** Removes each control once, in a copy of the tree, and reports which named tests noticed. */
export async function removeControls(
  edits: readonly Edit[],
  { again, say }: { again: boolean; say: (line: string) => void },
): Promise<Removal> {
  for (const edit of edits) applied(edit, ROOT)
  const found = again ? {} : load()
  // Taken before the copy: sources may change while it runs.
  const stamped = edits.map((edit) => ({ ...edit, stamp: stamp(edit) }))
  const open = stamped.filter(({ stamp: known }) => !isSettled(found[known]))
  say(`${edits.length} edits, ${open.length} of them to try`)
  if (open.length > 0) {
    const copy = copyTree()
    try {
      // Journeys are slow, so edits without one come first.
      const withJourney = open.filter((edit) => testsOf(edit).some(isJourney))
      const without = open.filter((edit) => !withJourney.includes(edit))
      let at = 0
      for (const part of [without, withJourney].filter(({ length }) => length > 0)) {
        const failing = await failingBefore(part, copy, say)
        for (const key of failing) say(`fails although nothing is removed: ${key}`)
        for (const edit of part) {
          const outcomes = await judged(edit, copy, say)
          for (const key of failing) if (key in outcomes) outcomes[key] = 'broken'
          found[edit.stamp] = outcomes
          keep({ [edit.stamp]: outcomes })
          say(`${++at} of ${open.length}: ${edit.rows.join(' ')}: ${edit.what}: ${summary(outcomes)}`)
        }
      }
    } finally {
      rmSync(copy, { recursive: true, force: true })
    }
  }
  return report(stamped, found)
}

const summary = (outcomes: Record<string, Outcome>): string => {
  const all = Object.values(outcomes)
  const failed = all.filter((one) => one === 'failed').length
  const broken = all.filter((one) => one === 'broken').length
  return `${failed} of ${all.length} named tests noticed${broken > 0 ? `, ${broken} could not be judged` : ''}`
}

function report(edits: readonly Stamped[], found: Found): Removal {
  const noticed = new Map<string, string[]>()
  const unnoticed: string[] = []
  const unjudged: string[] = []
  for (const edit of edits)
    for (const row of edit.rows) {
      const outcomes = found[edit.stamp] ?? {}
      const tests = (TESTED.get(row) ?? []).map(keyOf)
      const failed = tests.filter((key) => outcomes[key] === 'failed')
      if (failed.length > 0) noticed.set(row, [...(noticed.get(row) ?? []), ...failed])
      else if (tests.some((key) => outcomes[key] === 'broken'))
        unjudged.push(
          `${row} (${edit.what}): ${tests.filter((key) => outcomes[key] === 'broken').join(', ')}`,
        )
      else unnoticed.push(`${row} (${edit.what})`)
    }
  return { noticed, unnoticed, unjudged }
}
