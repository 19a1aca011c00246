import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { AnswerOf } from '@sesa/contract'
import { officeCalls, type Approval, type TreasuryPosition } from '@sesa/contract/office'
import { serverNow } from '@sesa/ui/api/http.ts'
import { Facts } from '@sesa/ui/layout/card.tsx'
import { Page } from '@sesa/ui/layout/page.tsx'
import { callOffice } from '../../lib/api.ts'
import { useMay } from '../../lib/session.ts'
import { accountText, amountText, POSITION_WORDS, spanText } from '../../lib/words.ts'
import { AskedNotice } from '../../parts/asked-notice.tsx'
import { Figures, type FigureColumn } from '../../parts/figures.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { OnItsWay } from '../../parts/on-its-way.tsx'
import { Section } from '../../parts/section.tsx'
import { Tag } from '../../parts/tag.tsx'
import type { GridColumn } from '../../table/columns.ts'
import { DataTable } from '../../table/data-table.tsx'
import { Entries } from './entries.tsx'
import { EntryForm } from './entry-form.tsx'

type Treasury = AnswerOf<typeof officeCalls.showTreasury>
type Amount = TreasuryPosition['ledger']

const TONES = {
  equal: 'ok',
  settling: 'plain',
  differs: 'danger',
  unknown: 'warn',
  not_begun: 'warn',
} as const
const textOf = (amount: Amount | null): string => (amount === null ? 'Unknown' : amountText(amount))

const amountColumn = (
  key: 'ledger' | 'provider' | 'difference' | 'settling',
  header: string,
): GridColumn<TreasuryPosition> => ({
  key,
  header,
  width: 215,
  align: 'right',
  text: (row) => textOf(row[key]),
  order: (row) => row[key]?.amount ?? 0,
})

const POSITIONS: readonly GridColumn<TreasuryPosition>[] = [
  { key: 'account', header: 'Account', width: 200, text: ({ account }) => accountText(account) },
  {
    key: 'state',
    header: 'State',
    width: 230,
    text: ({ state }) => POSITION_WORDS[state],
    render: ({ state }) => <Tag tone={TONES[state]}>{POSITION_WORDS[state]}</Tag>,
  },
  amountColumn('difference', 'Difference'),
  amountColumn('ledger', 'Our books'),
  amountColumn('provider', 'Provider'),
  {
    key: 'read',
    header: 'Balance read',
    width: 180,
    text: ({ readAt }) => (readAt === null ? 'Never' : `${spanText(Date.parse(readAt), serverNow())} ago`),
    at: ({ readAt }) => readAt,
  },
  amountColumn('settling', 'In transit'),
  { key: 'held', header: 'Held by', width: 220, text: ({ held }) => held.join(', ') },
]

const EXPOSURE: FigureColumn<Treasury['exposure'][number]>[] = [
  { key: 'currency', header: 'Currency', render: ({ open }) => open.currency },
  { key: 'open', header: 'Open', align: 'right', render: ({ open }) => amountText(open) },
  { key: 'dollars', header: 'In USD', align: 'right', render: ({ inDollars }) => textOf(inDollars) },
]

/** The treasury: our money at providers and at our bank, and the movements that staff enter. */
export default function TreasuryPage() {
  const may = useMay()
  const [asked, setAsked] = useState<Approval | null>(null)
  const [opened, setOpened] = useState<string | null>(null)
  const treasury = useQuery({
    queryKey: ['treasury'],
    queryFn: ({ signal }) => callOffice(officeCalls.showTreasury, { signal }),
  })
  return (
    <Page title="Treasury" width="wide" lead="Our money at the providers and at our bank.">
      {asked && <AskedNotice approval={asked} />}
      <Loaded query={treasury} what="the treasury">
        {(shown) => (
          <>
            <Positions treasury={shown} onOpen={setOpened} />
            <OnItsWay of={opened} />
            {may('treasury.manage') && <EntryForm accounts={accountsOf(shown)} onAsked={setAsked} />}
          </>
        )}
      </Loaded>
      <Entries />
    </Page>
  )
}

function accountsOf({ positions }: Treasury) {
  const heldBy = (rows: readonly TreasuryPosition[]) =>
    [...new Set(rows.flatMap(({ held }) => held))].toSorted()
  return {
    wallets: heldBy(positions.filter(({ account }) => account.startsWith('payout_float:'))),
    all: heldBy(positions),
  }
}

interface PositionsProps {
  treasury: Treasury
  onOpen: (account: string) => void
}

function Positions({ treasury: { positions, bank, exposure }, onOpen }: PositionsProps) {
  return (
    <>
      <h2 className="text-xl">Positions</h2>
      <p>Our books against the providers’ last balances. Open an account to see amounts in transit.</p>
      <DataTable
        name="positions"
        caption="Positions"
        columns={POSITIONS}
        rows={positions}
        rowKey={({ account }) => account}
        onOpen={({ account }) => onOpen(account)}
        empty={{ title: 'No balances yet', text: 'They refresh every two minutes.' }}
      />
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <Section title="Our bank account">
          <p>From our books; no provider reports it.</p>
          <Facts
            compact
            facts={bank.map((amount) => ({
              key: amount.currency,
              label: amount.currency,
              value: amountText(amount),
            }))}
          />
        </Section>
        <Section title="Open positions">
          <p>Amounts received in a currency and not yet exchanged, at the latest rates.</p>
          <Figures
            none="No open positions."
            caption="Open positions"
            hideCaption
            columns={EXPOSURE}
            rows={exposure}
            rowKey={({ open }) => open.currency}
          />
        </Section>
      </div>
    </>
  )
}
