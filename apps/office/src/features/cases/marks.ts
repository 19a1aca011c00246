import type { CaseEntity, CasePerson } from '@sesa/contract/office'
import { formatDate } from '@sesa/ui/format.ts'
import { countryName, readable } from '../../lib/words.ts'
import type { EvidenceMark, EvidenceRow } from '../../parts/evidence-grid.tsx'

type Compared = CaseEntity['compared'][number]

const MARKS = {
  agrees: 'same',
  similar: 'same',
  differs: 'differs',
  not_given: 'unknown',
} as const satisfies Record<Compared['mark'], EvidenceMark>

const isName = ({ field }: Compared): boolean => field === 'name' || field === 'other_names'

const listed = (values: readonly string[]): string | null => values.join(', ') || null

/** Returns whether nothing but the name makes our person the list's: no other fact is the same. */
export const isThin = ({ compared }: Pick<CaseEntity, 'compared'>): boolean =>
  compared.every((one) => isName(one) || MARKS[one.mark] !== 'same')

/** Returns our person's facts beside those of an entry of the list. */
export function rowsOf({ kind, phone, tier }: CasePerson, entity: CaseEntity): EvidenceRow[] {
  const compared = entity.compared.map((one): EvidenceRow => {
    const { field, ours, theirs, mark } = one
    const write = field === 'country' ? (code: string) => countryName(code) : (text: string) => text
    return {
      fact: readable(field),
      ours: ours === null ? null : write(ours),
      theirs: listed(theirs.map(write)),
      mark: MARKS[mark],
      extent: mark !== 'similar' ? undefined : isName(one) ? 'nearly' : 'as far as given',
    }
  })
  const only = (fact: string, ours: string | null, theirs: string | null): EvidenceRow => ({
    ...{ fact, ours, theirs, mark: null },
  })
  return [
    ...compared,
    only(kind === 'customer' ? 'Number' : 'Wallet', phone ?? 'not given', null),
    ...(tier === null ? [] : [only('Tier', String(tier), null)]),
    ...(entity.programmes.length === 0 ? [] : [only('Programmes', null, listed(entity.programmes))]),
  ]
}

/** Returns usual reasons for a decision about these facts, to choose from. */
export function reasonsFor(people: readonly CasePerson[]): string[] {
  const facts = people.flatMap(({ entities }) => entities.flatMap(({ compared }) => compared))
  if (facts.length === 0)
    return ['Usual for this customer', 'Explained by the customer', 'No reasonable explanation']
  const found = facts.flatMap((one) => {
    const mark = MARKS[one.mark]
    return mark === 'unknown' || (isName(one) && one.field !== 'name')
      ? []
      : [`${readable(one.field)} ${mark === 'same' ? 'is the same' : 'differs'}`]
  })
  return [...new Set([...found, 'Document compared'])]
}

/** Returns the day of a version of the list: `20261128000000-abc` is "28 Nov 2026". */
export function listDay(version: string): string {
  const [, year = '', month = '', day] = /^(\d{4})(\d\d)(\d\d)\d{6}/u.exec(version) ?? []
  return day === undefined ? `version ${version}` : formatDate(`${year}-${month}-${day}T12:00:00Z`)
}

const HOUR = 3_600_000
const WAITS = [
  [1, '1 hour'],
  [4, '4 hours'],
  [24, '1 day'],
  [72, '3 days'],
  [168, '7 days'],
] as const

/** Returns how long a case can wait before its deadline, as choices, each with its end. */
export const waitsOf = (now: number, dueAt: string) =>
  WAITS.filter(([hours]) => now + hours * HOUR < Date.parse(dueAt)).map(([hours, label]) => ({
    ...{ value: label, label },
    until: new Date(now + hours * HOUR).toISOString(),
  }))
