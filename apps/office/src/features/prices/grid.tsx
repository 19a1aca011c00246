import { useState, type ReactNode } from 'react'
import type { SimulatedPrice } from '@sesa/contract/office'
import { formatMoney, money } from '@sesa/money'
import { cx } from '@sesa/ui/class-names.ts'
import { amountText, countryName } from '../../lib/words.ts'
import { Cell } from '../../parts/policy/cell.tsx'
import { AMOUNT_TEXT, PERCENT_TEXT } from '../../parts/policy/document.ts'
import type { Draft } from '../../parts/policy/use-draft.ts'
import { Choice } from '../../parts/policy/choice.tsx'
import { BODY, PolicyTable } from '../../parts/policy/fold.tsx'
import {
  bandOf,
  corridorsToCheck,
  examplesOf,
  rowKey,
  rowsOf,
  wayOf,
  type BandRow,
  type Payer,
  type PriceList,
} from './price-list.ts'

/** The amounts that the server simulates, in US dollars. */
const AMOUNTS = [500, 10_000, 200_000].map((cents) => formatMoney(money(cents, 'USD')).replace('.00', ''))

interface GridProps {
  draft: Draft & { document: PriceList; base: PriceList }
  mayChange: boolean
  /** Under the list in force and the draft; nothing until the first answer. */
  transfers: readonly SimulatedPrice[]
  /** True while the figures are of an earlier draft. */
  isOld: boolean
  /** Adds a band below, or gives a way to pay a price of its own. */
  onAdd: (row: BandRow) => void
  onRemove: (row: BandRow) => void
}

/** The prices by corridor and band, with what customers pay and we keep, before and after. */
export function PriceGrid({ draft, mayChange, transfers, isOld, onAdd, onRemove }: GridProps) {
  const [nth, setNth] = useState('1')
  const [payer, setPayer] = useState<Payer>('own')
  const [isSorted, setIsSorted] = useState(false)
  const order = useOrder(() => corridorsToCheck(draft.document, draft.base, transfers), transfers, isSorted)
  const rows = rowsOf(draft.document, wayOf(payer)).toSorted(
    (a, b) => order.at(a.corridor) - order.at(b.corridor) || a.index - b.index,
  )
  return (
    <section aria-label="Prices by corridor" className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2 print:hidden">
        <Choice
          label="Customer sends"
          value={nth}
          onChange={setNth}
          options={AMOUNTS.map((text, index) => [String(index), text] as const)}
        />
        <Choice
          label="Pays with"
          value={payer}
          onChange={setPayer}
          options={[
            ['own', 'Card'],
            ['foreign', 'Foreign card'],
            ['momo', 'Mobile money'],
            ['bank_debit', 'Bank account'],
          ]}
        />
        <Choice
          label="Order"
          value={isSorted ? 'check' : 'list'}
          onChange={(value) => {
            order.renew()
            setIsSorted(value === 'check')
          }}
          options={[
            ['list', 'As listed'],
            ['check', 'Losses first'],
          ]}
        />
      </div>
      <PolicyTable
        label="Prices"
        caption="Prices by corridor"
        headers={['Corridor', 'From', 'Fee', '%', 'Margin %', 'Pays', 'Of mid']}
        figures={AMOUNTS.map((amount) => `We keep of ${amount}`)}
        isOld={isOld}
      >
        {rows.map((row) => (
          <Row
            key={rowKey(row)}
            {...{ row, draft, mayChange, onAdd, onRemove }}
            examples={examplesOf(transfers, row.corridor, payer)}
            nth={Number(nth)}
          />
        ))}
      </PolicyTable>
    </section>
  )
}

/** Keeps the rows where they are while a member types: the order is made when it is chosen, and with the first figures. */
function useOrder(make: () => readonly string[], transfers: readonly unknown[], isSorted: boolean) {
  const [order, setOrder] = useState<readonly string[] | null>(null)
  if (isSorted && order === null && transfers.length > 0) setOrder(make())
  return {
    at: (corridor: string): number => (isSorted ? (order ?? []).indexOf(corridor) : 0),
    renew: () => setOrder(null),
  }
}

/** What a member edits of a band. */
const CELLS = [
  ['from', AMOUNT_TEXT, 'From', 'w-20'],
  ['fee', AMOUNT_TEXT, 'Fee', 'w-16'],
  ['feePercent', PERCENT_TEXT, 'Fee percent', 'w-14'],
  ['marginPercent', PERCENT_TEXT, 'Margin percent', 'w-14'],
] as const

interface RowProps extends Pick<GridProps, 'draft' | 'mayChange' | 'onAdd' | 'onRemove'> {
  row: BandRow
  examples: readonly SimulatedPrice[]
  nth: number
}

function Row({ row, draft, mayChange, examples, nth, onAdd, onRemove }: RowProps) {
  const { corridor, way, index, isOwn, isLast } = row
  const [sender = '', recipient = ''] = corridor.split('/')
  const name = `${countryName(sender)} to ${countryName(recipient)}`
  const currency = examples[0]?.sends.currency ?? ''
  const path = ['corridors', corridor, isOwn ? way : 'card', index] as const
  const inBand = (example: SimulatedPrice | undefined) =>
    example !== undefined && bandOf(draft.document, corridor, example) === index ? example : undefined
  const shown = inBand(examples[nth])
  return (
    <tr>
      <th scope="row" className={cx(BODY, 'text-left font-semibold whitespace-nowrap')}>
        <abbr title={name} className="no-underline">{`${sender} → ${recipient}`}</abbr>{' '}
        <span className="font-normal text-muted">{currency}</span>
        {mayChange && isLast && (
          <button
            type="button"
            onClick={() => onAdd(row)}
            className="min-h-8 min-w-8 rounded-sm font-bold text-brand-ink hover:bg-brand-soft print:hidden"
          >
            +<span className="sr-only">{isOwn ? ` Add a band, ${name}` : ` Set a price, ${name}`}</span>
          </button>
        )}
        {mayChange && isOwn && (index > 0 || (way !== 'card' && isLast)) && (
          <button
            type="button"
            onClick={() => onRemove(row)}
            className="min-h-8 min-w-8 rounded-sm font-bold text-danger hover:bg-danger-soft print:hidden"
          >
            ×<span className="sr-only">{` Remove band ${index + 1}, ${name}`}</span>
          </button>
        )}
        {!isOwn && <span className="block font-normal text-muted">as by card</span>}
      </th>
      {CELLS.map(([key, kind, label, width]) => (
        <td key={key} className={BODY}>
          {/* The first band of a corridor always begins at zero. */}
          <Cell
            {...{ draft, kind, width }}
            mayChange={mayChange && isOwn && (key !== 'from' || index > 0)}
            path={[...path, key]}
            label={key === 'from' ? `${label}, ${name}` : `${label}, ${name}, band ${index + 1}`}
          />
        </td>
      ))}
      <Figure of={shown} text={({ pays }) => amountText(pays)} />
      <Figure of={shown} text={({ ofMidBps }) => `${(ofMidBps / 100).toFixed(1)} %`} />
      {AMOUNTS.map((amount, at) => (
        <Figure
          key={amount}
          of={inBand(examples[at])}
          text={({ result }) => amountText(result)}
          isBad={({ result }) => result.amount < 0}
        />
      ))}
    </tr>
  )
}

type Terms = SimulatedPrice['now']

interface FigureProps {
  /** Undefined where the band has no such amount. */
  of: SimulatedPrice | undefined
  text: (terms: Terms) => string
  isBad?: (terms: Terms) => boolean
}

/** A figure under the list in force and under the draft; one where both are the same. */
function Figure({ of, text, isBad }: FigureProps) {
  // The minus sign tells a loss without the colour.
  const sign: ReactNode = of && isBad?.(of.next) && <span className="sr-only"> loss</span>
  const [now, next] = of === undefined ? ['', ''] : [text(of.now), text(of.next)]
  return (
    <td className={cx(BODY, 'text-right whitespace-nowrap tabular-nums')}>
      {now !== next && (
        <span className="block text-muted">
          <span className="sr-only">Now </span>
          {now}
        </span>
      )}
      <span className={cx('block', now !== next && 'font-semibold', of && isBad?.(of.next) && 'text-danger')}>
        {now !== next && <span className="sr-only">New </span>}
        {next}
        {sign}
      </span>
    </td>
  )
}
