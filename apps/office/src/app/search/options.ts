import type { AnswerOf } from '@sesa/contract'
import type { officeCalls, TransferHit } from '@sesa/contract/office'
import { serverNow } from '@sesa/ui/api/http.ts'
import { paths } from '../../lib/paths.ts'
import { amountText, dueText, readable, wordOf } from '../../lib/words.ts'
import type { Place } from './actions.ts'

type Found = AnswerOf<typeof officeCalls.search>

/** One line below the box. Opening it goes to an address; `state` keeps what must not be in one. */
export interface Option {
  readonly key: string
  readonly label: string
  /** What else it shows, each apart. */
  readonly details: readonly string[]
  readonly href: string
  readonly state?: { readonly text: string }
  /** Belongs to the option above. */
  readonly isInner?: true
}

export interface Group {
  readonly name: string
  readonly options: readonly Option[]
}

const transferOption = (row: TransferHit): Option => ({
  key: row.reference,
  label: row.reference,
  details: [
    row.hold === null ? wordOf('state', row.state) : wordOf('hold', row.hold),
    `${amountText(row.sent)} → ${amountText(row.arrives)}`,
  ],
  href: paths.transfer(row.reference),
})

function customerOptions({ customers }: Found): Option[] {
  return customers.flatMap(({ id, name, phone, email, lockedAt, closedAt, transfers }) => [
    {
      key: id,
      label: name ?? 'No name yet',
      details: [
        ...[phone, email].filter((one) => one !== null),
        ...(closedAt !== null ? ['Closed'] : lockedAt !== null ? ['Locked'] : []),
      ],
      href: paths.customer(id),
    },
    ...transfers.map((row) => ({
      ...transferOption(row),
      key: `${id} ${row.reference}`,
      isInner: true as const,
    })),
  ])
}

function recordOption({ kind, number, state, dueAt }: Found['records'][number]): Option {
  const href = {
    screening: paths.case,
    monitoring: paths.case,
    enquiry: paths.enquiry,
    complaint: paths.enquiry,
    report: paths.filing,
    privacy: paths.privacyRequest,
  }[kind](number)
  const due = dueAt === null ? readable(state) : dueText(dueAt, serverNow())
  return { key: number, label: number, details: [readable(kind), due], href }
}

/** The address of a list with the parts that may be in one, and the state with the others. */
function listOption(label: string, list: string, { chips }: Found): Option {
  const join = (isPersonal: boolean): string =>
    chips
      .filter((chip) => chip.isPersonal === isPersonal)
      .map(({ text }) => text)
      .join(' ')
  const filter = join(false)
  return {
    ...{ key: list, label, details: [] },
    href: filter === '' ? list : `${list}?${new URLSearchParams({ filter }).toString()}`,
    state: { text: join(true) },
  }
}

/** What was found, in groups, with the lists that show all of it. */
export function foundGroups(found: Found, seesPeople: boolean): Group[] {
  if (found.chips.some(({ problem }) => problem !== null)) return []
  const lists = [
    ...(found.customers.length + found.transfers.length > 0
      ? [listOption('All matching transfers', paths.transfers, found)]
      : []),
    ...(seesPeople && found.customers.length > 0
      ? [listOption('All matching customers', paths.customers, found)]
      : []),
  ]
  return [
    { name: 'Customers', options: customerOptions(found) },
    { name: 'Transfers', options: found.transfers.map(transferOption) },
    { name: 'Records', options: found.records.map(recordOption) },
    { name: 'Lists', options: lists },
  ].filter(({ options }) => options.length > 0)
}

/** Pages or actions as a group. */
export const placesGroup = (name: string, places: readonly Place[]): Group => ({
  name,
  options: places.map(({ label, href }) => ({ key: `${name} ${label}`, label, details: [], href })),
})
