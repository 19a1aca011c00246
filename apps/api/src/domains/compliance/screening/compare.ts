import type { CaseEntity } from '@sesa/contract/office'
import { compareNames } from '../../customers/index.ts'
import type { ListResult } from './ports.ts'

type Mark = CaseEntity['compared'][number]['mark']

/** Our person's facts, as far as a list has them too. */
interface Ours {
  readonly name: string | null
  readonly birthDate: string | null
  readonly country: string | null
}

const MARKS = { match: 'agrees', close: 'similar', different: 'differs', unknown: 'not_given' } as const
/** The best of several values counts. */
const BEST: readonly Mark[] = ['agrees', 'similar', 'differs', 'not_given']

/**
 * Marks our value against each of theirs, and returns the best mark. A value missing on one side is `not_given`, never
 * `differs`.
 */
function markOf(
  ours: string | null,
  theirs: readonly string[],
  compare: (ours: string, one: string) => Mark,
): Mark {
  if (ours === null) return 'not_given'
  const marks = theirs.map((one) => compare(ours, one))
  return BEST.find((mark) => marks.includes(mark)) ?? 'not_given'
}

const markName = (ours: string, one: string): Mark => MARKS[compareNames(ours, one)]
/** Lists often have only a year or a month. */
const markDate = (ours: string, one: string): Mark =>
  ours === one ? 'agrees' : ours.startsWith(`${one}-`) ? 'similar' : 'differs'
const markCountry = (ours: string, one: string): Mark => (ours === one ? 'agrees' : 'differs')

/** Compares our person with an entity of the list, fact by fact. Pure. */
export function compareFacts(
  { name, birthDate, country }: Ours,
  { caption, birthDates, details }: Pick<ListResult, 'caption' | 'birthDates' | 'details'>,
): CaseEntity['compared'] {
  const { otherNames, countries } = details ?? { otherNames: [], countries: [] }
  return [
    { field: 'name', ours: name, theirs: [caption], mark: markOf(name, [caption], markName) },
    { field: 'other_names', ours: name, theirs: [...otherNames], mark: markOf(name, otherNames, markName) },
    {
      field: 'birth_date',
      ours: birthDate,
      theirs: [...birthDates],
      mark: markOf(birthDate, birthDates, markDate),
    },
    {
      field: 'country',
      ours: country,
      theirs: [...countries],
      mark: markOf(country, countries, markCountry),
    },
  ]
}
