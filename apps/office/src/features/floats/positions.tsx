import type { Floats, TreasuryPosition } from '@sesa/contract/office'
import { TextLink } from '@sesa/ui/button.tsx'
import { Facts } from '@sesa/ui/layout/card.tsx'
import { paths } from '../../lib/paths.ts'
import { accountText, amountText, POSITION_WORDS } from '../../lib/words.ts'
import { Figures, type FigureColumn } from '../../parts/figures.tsx'
import { Section } from '../../parts/section.tsx'
import { Tag } from '../../parts/tag.tsx'
import { accountName } from './accounts.ts'

type Exposure = Floats['exposure'][number]

const TONES = {
  equal: 'ok',
  settling: 'plain',
  differs: 'danger',
  unknown: 'warn',
  not_begun: 'warn',
} as const
const textOf = (amount: TreasuryPosition['provider']): string =>
  amount === null ? 'Unknown' : amountText(amount)

const columnsOf = ({ wallets, movements }: Floats): FigureColumn<TreasuryPosition>[] => [
  { header: 'Account', render: ({ account }) => accountText(account) },
  {
    header: 'State',
    render: ({ account, state }) => (
      <span className="flex flex-wrap items-center gap-x-3">
        <Tag tone={TONES[state]}>{POSITION_WORDS[state]}</Tag>
        {movements.some((one) => one.account === account) && (
          <TextLink href={paths.moving(account)}>Movements</TextLink>
        )}
      </span>
    ),
  },
  { header: 'Difference', align: 'right', render: (row) => textOf(row.difference) },
  { header: 'Our books', align: 'right', render: (row) => amountText(row.ledger) },
  { header: 'Provider', align: 'right', render: (row) => textOf(row.provider) },
  {
    header: 'Held by',
    render: ({ held }) => held.map((account) => accountName(account, wallets)).join(', '),
  },
]

/** Our books against the providers' last balances, by account and currency. */
export function Positions({ floats }: { floats: Floats }) {
  return (
    <section id="positions" className="flex flex-col gap-2">
      <h2>Positions</h2>
      <Figures
        none="No balances yet. They refresh every two minutes."
        caption="Positions"
        columns={columnsOf(floats)}
        rows={floats.positions}
        rowKey={({ account }) => account}
      />
    </section>
  )
}

const EXPOSURE: FigureColumn<Exposure>[] = [
  { header: 'Currency', render: ({ open }) => open.currency },
  { header: 'Open', align: 'right', render: ({ open }) => amountText(open) },
  { header: 'In USD', align: 'right', render: ({ inDollars }) => textOf(inDollars) },
]

/** What we hold in each currency and have not exchanged, and our bank account. */
export function OpenPositions({ exposure, bank }: Pick<Floats, 'exposure' | 'bank'>) {
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      <Section title="Open positions">
        <p>Received in a currency and not yet exchanged, at the latest rates.</p>
        <Figures
          none="No open positions."
          caption="Open positions"
          columns={EXPOSURE}
          rows={exposure}
          rowKey={({ open }) => open.currency}
        />
      </Section>
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
    </div>
  )
}
