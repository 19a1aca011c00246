import { useEffect, useMemo, useRef } from 'react'
import type { MovementOnItsWay } from '@sesa/contract/office'
import { serverNow } from '@sesa/ui/api/http.ts'
import { TextLink } from '@sesa/ui/button.tsx'
import { paths } from '../../lib/paths.ts'
import { accountText, readable, spanText, walletText, wordOf } from '../../lib/words.ts'
import { amountColumn, type GridColumn } from '../../table/columns.ts'
import { DataTable } from '../../table/data-table.tsx'

const MISSING: Readonly<Record<MovementOnItsWay['missing'], string>> = {
  books: 'Our books',
  list: 'Stripe’s movements',
  balance: 'The balance',
}

/** A wallet as the server names it, `pawapay/GH/GHS`, in words. */
function walletName(wallet: string): string {
  const [account = '', country = '', currency = ''] = wallet.split('/')
  return currency === '' ? wallet : walletText({ account, country, currency })
}

const nameOf = (place: string): string => (place.includes('/') ? walletName(place) : accountText(place))

const COLUMNS: readonly GridColumn<MovementOnItsWay>[] = [
  { key: 'wallet', header: 'Wallet', width: 215, text: ({ wallet }) => walletName(wallet) },
  {
    key: 'reference',
    header: 'Reference',
    width: 160,
    text: ({ reference }) => reference,
    render: ({ reference }) =>
      reference.startsWith('S-') ? (
        <TextLink href={paths.transfer(reference)}>{reference}</TextLink>
      ) : (
        reference
      ),
  },
  amountColumn('amount', 'Amount', 160, ({ amount }) => amount),
  {
    key: 'direction',
    header: 'Direction',
    width: 115,
    leaves: 1,
    text: ({ direction }) => readable(direction),
  },
  { key: 'missing', header: 'Missing in', width: 190, leaves: 2, text: ({ missing }) => MISSING[missing] },
  {
    key: 'since',
    header: 'Since',
    width: 110,
    leaves: 3,
    text: ({ at }) => spanText(Date.parse(at), serverNow()),
    at: ({ at }) => at,
  },
  { key: 'kind', header: 'Kind', width: 150, text: ({ kind }) => wordOf('entry', kind), hidden: true },
]

interface OnItsWayProps {
  movements: readonly MovementOnItsWay[]
  /** The account or the wallet whose movements to show; null for all. */
  of: string | null
}

/** The movements behind every figure "On its way": booked on one side only. */
export function OnItsWay({ movements, of }: OnItsWayProps) {
  const rows = useMemo(
    () => movements.filter(({ account, wallet }) => of === null || of === account || of === wallet),
    [movements, of],
  )
  const section = useRef<HTMLElement>(null)
  useEffect(() => {
    if (of === null) return
    section.current?.focus({ preventScroll: true })
    section.current?.scrollIntoView?.()
  }, [of])
  return (
    <section ref={section} tabIndex={-1} className="flex flex-col gap-3">
      <div className="flex flex-wrap items-baseline gap-x-4">
        <h2>{of === null ? 'On its way' : `On its way: ${nameOf(of)}`}</h2>
        {of !== null && <TextLink href={paths.floats}>Show all</TextLink>}
      </div>
      <DataTable
        name="on-its-way"
        caption="On its way"
        columns={COLUMNS}
        rows={rows}
        rowKey={({ account, reference, kind, direction }) => `${account} ${reference} ${kind} ${direction}`}
        empty={{ title: 'Nothing on its way', text: 'Both sides have every movement.' }}
      />
    </section>
  )
}
