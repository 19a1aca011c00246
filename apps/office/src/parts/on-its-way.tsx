import { useQuery } from '@tanstack/react-query'
import { officeCalls, type MovementOnItsWay } from '@sesa/contract/office'
import { formatMoment } from '@sesa/ui/format.ts'
import { TextLink } from '@sesa/ui/button.tsx'
import { callOffice } from '../lib/api.ts'
import { paths } from '../lib/paths.ts'
import { accountText, amountText, readable, walletText, wordOf } from '../lib/words.ts'
import type { GridColumn } from '../table/columns.ts'
import { DataTable } from '../table/data-table.tsx'
import { Loaded } from './loaded.tsx'

const MISSING: Readonly<Record<MovementOnItsWay['missing'], string>> = {
  books: 'Our books (not confirmed yet)',
  list: 'Card provider movements',
  balance: 'Provider balance (read earlier)',
}

/** A wallet as the server names it, `pawapay/GH/GHS`, in words. */
function walletName(wallet: string): string {
  const [account = '', country = '', currency = ''] = wallet.split('/')
  return currency === '' ? wallet : walletText({ account, country, currency })
}

const nameOf = (place: string): string => (place.includes('/') ? walletName(place) : accountText(place))

const COLUMNS: readonly GridColumn<MovementOnItsWay>[] = [
  { key: 'account', header: 'Account', width: 190, text: ({ account }) => accountText(account) },
  { key: 'wallet', header: 'Wallet', width: 190, text: ({ wallet }) => walletName(wallet) },
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
  { key: 'kind', header: 'Kind', width: 150, text: ({ kind }) => wordOf('entry', kind) },
  {
    key: 'amount',
    header: 'Amount',
    width: 170,
    align: 'right',
    text: ({ amount }) => amountText(amount),
    order: ({ amount }) => amount.amount,
  },
  { key: 'direction', header: 'Direction', width: 110, text: ({ direction }) => readable(direction) },
  { key: 'missing', header: 'Missing in', width: 290, text: ({ missing }) => MISSING[missing] },
  { key: 'at', header: 'Since', width: 250, text: ({ at }) => formatMoment(at), at: ({ at }) => at },
]

/** The movements behind every figure "In transit": of an account or a wallet, all without one. */
export function OnItsWay({ of = null }: { of?: string | null }) {
  const movements = useQuery({
    queryKey: ['treasury', 'on-its-way'],
    queryFn: ({ signal }) => callOffice(officeCalls.listOnItsWay, { signal }),
  })
  return (
    <Loaded query={movements} what="amounts in transit">
      {(shown) => (
        <>
          <h2 className="text-xl">{of === null ? 'In transit' : `In transit: ${nameOf(of)}`}</h2>
          <p>Amounts booked on one side only.</p>
          <DataTable
            name="on-its-way"
            caption="In transit"
            columns={COLUMNS}
            rows={shown.movements.filter(
              ({ account, wallet }) => of === null || of === account || of === wallet,
            )}
            rowKey={({ account, reference, kind, direction }) =>
              `${account} ${reference} ${kind} ${direction}`
            }
            empty={{ title: 'Nothing in transit', text: 'Our books and the provider balances agree.' }}
          />
        </>
      )}
    </Loaded>
  )
}
