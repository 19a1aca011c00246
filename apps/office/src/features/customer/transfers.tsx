import { useState } from 'react'
import { officeCalls, type CustomerPage, type TransferHit } from '@sesa/contract/office'
import { formatDate } from '@sesa/ui/format.ts'
import { Button, TextLink } from '@sesa/ui/button.tsx'
import { SelectField } from '@sesa/ui/fields/select-field.tsx'
import { tryCall } from '../../lib/api.ts'
import { paths } from '../../lib/paths.ts'
import { amountText } from '../../lib/words.ts'
import { ExportAll } from '../../parts/export-all.tsx'
import { Figures, type FigureColumn } from '../../parts/figures.tsx'
import { Section } from '../../parts/section.tsx'
import { TransferState } from '../../parts/transfer-columns.tsx'

const GROUPS = {
  all: () => true,
  held: ({ hold }: TransferHit) => hold !== null,
  moving: ({ hold, state }: TransferHit) =>
    hold === null && !['sent', 'refunded', 'cancelled'].includes(state),
  sent: ({ hold, state }: TransferHit) => hold === null && state === 'sent',
  refunded: ({ hold, state }: TransferHit) => hold === null && state === 'refunded',
  cancelled: ({ hold, state }: TransferHit) => hold === null && state === 'cancelled',
} as const satisfies Readonly<Record<string, (hit: TransferHit) => boolean>>
type Group = keyof typeof GROUPS

const GROUP_WORDS: Readonly<Record<Group, string>> = {
  all: 'All',
  held: 'On hold',
  moving: 'In progress',
  sent: 'Sent',
  refunded: 'Refunded',
  cancelled: 'Cancelled',
}
const OPTIONS = Object.entries(GROUP_WORDS).map(([value, label]) => ({ value: value as Group, label }))

/** How many rows are open. */
const MOST = 10

const COLUMNS: readonly FigureColumn<TransferHit>[] = [
  {
    header: 'Reference',
    render: ({ reference }) => (
      <TextLink href={paths.transfer(reference)} className="whitespace-nowrap">
        {reference}
      </TextLink>
    ),
  },
  { header: 'State or hold', render: ({ state, hold }) => <TransferState {...{ state, hold }} /> },
  {
    header: 'Sent',
    align: 'right',
    render: ({ sent }) => <span className="whitespace-nowrap">{amountText(sent)}</span>,
  },
  {
    header: 'Arrives',
    align: 'right',
    render: ({ arrives }) => <span className="whitespace-nowrap">{amountText(arrives)}</span>,
  },
  {
    header: 'Created',
    render: ({ createdAt }) => <span className="whitespace-nowrap">{formatDate(createdAt)}</span>,
  },
]

/** The newest transfers with a filter and the totals of what it leaves. */
export function Transfers({ customer: { id, transfers } }: { customer: CustomerPage }) {
  const [group, setGroup] = useState<Group>('all')
  const [open, setOpen] = useState(false)
  const rows = transfers.filter(GROUPS[group])
  return (
    <Section title="Transfers">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <SelectField id="group" label="Show" value={group} options={OPTIONS} onChange={setGroup} />
        {transfers.length > 0 && (
          <ExportAll
            label="Export all transfers"
            load={() => tryCall(officeCalls.exportTransfers, { params: { id } })}
          />
        )}
      </div>
      <p role="status">{totalText(rows)}</p>
      {/* Where there is no room, the amount that arrives leaves first. */}
      <div className="[&_td]:px-2! [&_td]:py-1! [&_th]:px-2! [&_th]:py-1! max-[85rem]:[&_:is(td,th):nth-child(4)]:hidden">
        <Figures
          caption="Transfers"
          columns={COLUMNS}
          rows={open ? rows : rows.slice(0, MOST)}
          rowKey={({ reference }) => reference}
          none={group === 'all' ? 'This customer hasn’t sent money yet.' : 'None of the newest 50.'}
        />
      </div>
      {rows.length > MOST && !open && (
        <Button variant="quiet" onClick={() => setOpen(true)} className="self-start">
          Show all {rows.length} transfers
        </Button>
      )}
    </Section>
  )
}

/** Counts transfers and adds up what was sent, by currency: "3 of the newest 50: USD 750.00". */
function totalText(rows: readonly TransferHit[]): string {
  const sums = Object.entries(Object.groupBy(rows, ({ sent }) => sent.currency)).map(([currency, all]) =>
    amountText({ currency, amount: all.reduce((sum, { sent }) => sum + sent.amount, 0) }),
  )
  return `${rows.length} of the newest 50${sums.length === 0 ? '' : `: ${sums.join(' and ')}`}`
}
