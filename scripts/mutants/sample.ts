import { Instrumenter } from '@stryker-mutator/instrumenter'
import type { Mutant } from '@stryker-mutator/api/core'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../files.ts'
import type { Part } from './parts.ts'

/** A piece of code that is mutated as a whole: no mutant crosses its edges. */
export interface Piece {
  readonly file: string
  /** Lines and columns from 0, as Stryker counts them. */
  readonly location: Mutant['location']
  readonly mutants: number
}

const silent = (): void => undefined
const quiet = (): boolean => false
const LOGGER = {
  isTraceEnabled: quiet,
  isDebugEnabled: quiet,
  isInfoEnabled: quiet,
  isWarnEnabled: quiet,
  isErrorEnabled: quiet,
  isFatalEnabled: quiet,
  trace: silent,
  debug: silent,
  info: silent,
  warn: silent,
  error: silent,
  fatal: silent,
}

type Position = Mutant['location']['start']

const compare = (a: Position, b: Position): number => a.line - b.line || a.column - b.column
const isWithin = (inner: Mutant['location'], outer: Mutant['location']): boolean =>
  compare(outer.start, inner.start) <= 0 && compare(inner.end, outer.end) <= 0

/** Returns the pieces of a part's code: its outermost mutants, each with those inside it. */
export async function piecesOf({ code }: Part): Promise<Piece[]> {
  const files = globSync(code, { cwd: ROOT }).toSorted()
  const sources = files.map((name) => ({
    name,
    mutate: true,
    content: readFileSync(join(ROOT, name), 'utf8'),
  }))
  const { mutants } = await new Instrumenter(LOGGER).instrument(sources, {
    plugins: null,
    excludedMutations: [],
    ignorers: [],
  })
  return files.flatMap((file) => {
    const here = mutants.filter(({ fileName }) => fileName === file)
    const outermost = here.filter(
      ({ location }, at) =>
        !here.some((other, index) =>
          isWithin(other.location, location)
            ? index < at && isWithin(location, other.location)
            : isWithin(location, other.location),
        ),
    )
    return outermost.map(({ location }) => ({
      file,
      location,
      mutants: here.filter((one) => isWithin(one.location, location)).length,
    }))
  })
}

/** Returns a generator of numbers from 0 up to 1, the same for the same seed (mulberry32). */
function random(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Selects pieces with at most `most` mutants in total; the same ones for the same seed. */
export function sampleOf(pieces: readonly Piece[], most: number, seed: number): Piece[] {
  const next = random(seed)
  const shuffled = pieces
    .map((piece) => ({ piece, rank: next() }))
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ piece }) => piece)
  let left = most
  return shuffled.filter(({ mutants }) => {
    if (mutants > left) return false
    left -= mutants
    return true
  })
}

/** Returns a piece as Stryker takes it: lines from 1, columns from 0. */
export function rangeOf({ file, location: { start, end } }: Piece): string {
  return `${file}:${start.line + 1}:${start.column}-${end.line + 1}:${end.column}`
}
