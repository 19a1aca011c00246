import type { MutantResult } from '@stryker-mutator/api/core'
import { readFileSync } from 'node:fs'
import { isAbsolute, join, relative } from 'node:path'
import { ROOT } from '../files.ts'

type Judged = Pick<MutantResult, 'fileName' | 'location' | 'replacement' | 'status'>

/** The results of a part's mutants. */
export interface Score {
  readonly mutants: number
  readonly killed: number
  readonly survived: number
  readonly noCoverage: number
  readonly timeouts: number
  /** Share of detected mutants; 1 if there are none. */
  readonly score: number
}

const nameOf = ({ fileName }: Judged): string => (isAbsolute(fileName) ? relative(ROOT, fileName) : fileName)

/** Returns the code that a mutant replaces. */
function codeOf(mutant: Judged): string {
  const { start, end } = mutant.location
  const lines = readFileSync(join(ROOT, nameOf(mutant)), 'utf8').split('\n')
  const some = lines.slice(start.line - 1, end.line)
  const last = some.length - 1
  some[last] = some[last]?.slice(0, end.column - 1) ?? ''
  some[0] = some[0]?.slice(start.column - 1) ?? ''
  return some.join('\n')
}

const isUnnoticed = ({ status }: Judged): boolean => status === 'Survived' || status === 'NoCoverage'

const short = (code: string): string => {
  const line = code.replace(/\s+/g, ' ')
  return line.length > 120 ? `${line.slice(0, 117)}...` : line
}

/** Describes a mutant that no test detected; returns undefined if a test did. */
export function describeMutant(mutant: Judged): string | undefined {
  if (!isUnnoticed(mutant)) return undefined
  const kind = mutant.status === 'NoCoverage' ? 'not covered' : 'survived'
  const where = `${nameOf(mutant)}:${mutant.location.start.line}`
  return `${kind} ${where} ${short(codeOf(mutant))} -> ${short(mutant.replacement)}`
}

/** Counts a part's mutants. Ignored ones are outside the sample or disabled by a comment in the source. */
export function scoreOf(results: readonly Judged[]): Score {
  const tried = results.filter(({ status }) => status !== 'Ignored')
  const count = (status: Judged['status']): number => tried.filter((one) => one.status === status).length
  const unnoticed = tried.filter(isUnnoticed).length
  return {
    mutants: tried.length,
    killed: count('Killed') + count('RuntimeError') + count('CompileError'),
    survived: count('Survived'),
    noCoverage: count('NoCoverage'),
    timeouts: count('Timeout'),
    score: tried.length === 0 ? 1 : (tried.length - unnoticed) / tried.length,
  }
}
