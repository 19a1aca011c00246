import { parseArgs } from 'node:util'
import { EDITS } from './asvs/edits.ts'
import type { Edit } from './asvs/edit.ts'
import { removeControls } from './asvs/remove.ts'
import { TESTED } from './asvs/table.ts'

const USE = `npm run asvs -- --remove [V… …]   removes the control behind each row that names a test, one at a time, in a copy
                                of the tree, and reports which named tests noticed
  --rows V3,V6.2                only rows whose ids start with these, and rows that share an edit with them
  --sample 10 --seed 7          only 10 edits, chosen by seed 7
  --again                       ignores the findings of earlier runs`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    remove: { type: 'boolean', default: false },
    rows: { type: 'string', default: '' },
    sample: { type: 'string' },
    seed: { type: 'string', default: '1' },
    again: { type: 'boolean', default: false },
  },
})

/** Returns an edit's rank in the sample of a seed, smallest first (mulberry32 over its place in the list). */
function lot(place: number, seed: number): number {
  let mixed = (seed * 1_000 + place + 0x6d2b79f5) | 0
  mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1)
  mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
  return (mixed ^ (mixed >>> 14)) >>> 0
}

function chosen(): Edit[] {
  const wanted = [...positionals, ...values.rows.split(',')].filter((text) => text !== '')
  const isWanted = (row: string): boolean =>
    wanted.length === 0 || wanted.some((text) => row === text || row.startsWith(`${text}.`))
  // Keep an edit whole, with all rows that share it, so that the finding also holds in a run of all rows.
  const some = EDITS.filter(({ rows }) => rows.some(isWanted))
  if (values.sample === undefined) return some
  const seed = Number(values.seed)
  return some
    .map((edit, place) => ({ edit, lot: lot(place, seed) }))
    .sort((one, other) => one.lot - other.lot)
    .slice(0, Number(values.sample))
    .map(({ edit }) => edit)
}

if (!values.remove) {
  console.log(USE)
} else {
  const edits = chosen()
  const { noticed, unnoticed, unjudged } = await removeControls(edits, {
    again: values.again,
    say: (line) => console.log(line),
  })
  for (const [row, tests] of noticed) console.log(`${row} noticed by ${[...new Set(tests)].join(', ')}`)
  for (const row of unjudged) console.log(`not judged: ${row}`)
  for (const row of unnoticed) console.log(`NOT TESTED: ${row}`)
  const tried = new Set(edits.flatMap(({ rows }) => rows))
  console.log(
    `${edits.length} removals for ${tried.size} of ${TESTED.size} tested rows (seed ${values.seed}): ` +
      `${noticed.size} noticed, ${unnoticed.length} not, ${unjudged.length} not judged`,
  )
  process.exitCode = unnoticed.length + unjudged.length > 0 ? 1 : 0
}
