import type { Floats, FloatWallet } from '@sesa/contract/office'
import { Button, TextLink } from '@sesa/ui/button.tsx'
import { serverNow } from '@sesa/ui/api/http.ts'
import { paths } from '../../lib/paths.ts'
import { useMay } from '../../lib/session.ts'
import { amountText, spanText, walletText } from '../../lib/words.ts'
import { Figures, type FigureColumn } from '../../parts/figures.tsx'
import { DaysLeft } from './days-left.tsx'

type Amount = FloatWallet['pending']
type TopUp = NonNullable<FloatWallet['topUp']>
type Planned = FloatWallet & { readonly topUp: TopUp }

const isPlanned = (wallet: FloatWallet): wallet is Planned => wallet.topUp !== null
const textOf = (amount: Amount | null): string => (amount === null ? 'Unknown' : amountText(amount))

/** What is free, and of what. */
function Free({ wallet }: { wallet: FloatWallet }) {
  const { balance, reserved, promised, available, pending } = wallet
  return (
    <>
      <span className="block font-semibold">{textOf(available)}</span>
      {balance !== null && reserved.amount > 0 && (
        <span className="block text-muted">of {amountText(balance)}</span>
      )}
      {promised.amount > 0 && (
        <span className="block text-muted">{amountText(promised)} for refunds first</span>
      )}
      {pending.amount > 0 && <span className="block text-muted">{amountText(pending)} pending</span>}
    </>
  )
}

const columnsOf = (maySet: boolean): FigureColumn<FloatWallet>[] => [
  {
    header: 'Wallet',
    render: (row) =>
      maySet ? (
        <TextLink href={paths.wallet(row.name)} className="lg:whitespace-nowrap">
          {walletText(row)}
        </TextLink>
      ) : (
        <strong className="lg:whitespace-nowrap">{walletText(row)}</strong>
      ),
  },
  { header: 'Lasts', render: (row) => <DaysLeft wallet={row} /> },
  { header: 'Free', align: 'right', render: (row) => <Free wallet={row} /> },
  {
    header: 'On its way',
    align: 'right',
    render: ({ name, onItsWay }) =>
      onItsWay.amount === 0 ? (
        <span className="text-muted">Nothing</span>
      ) : (
        <TextLink href={paths.moving(name)}>{amountText(onItsWay)}</TextLink>
      ),
  },
  { header: 'Alert below', align: 'right', render: (row) => amountText(row.alertLevel) },
]

/** When the balances were read, by the oldest of them. */
function readText(wallets: readonly FloatWallet[]): string {
  const read = wallets.flatMap(({ readAt }) => readAt ?? []).toSorted()
  const [oldest] = read
  if (oldest === undefined) return 'No balance was ever read.'
  const others = wallets.length - read.length
  return `Balances read ${spanText(Date.parse(oldest), serverNow())} ago${others === 0 ? '' : `, ${others} never`}.`
}

/** The wallets with the days that each lasts, those that last shortest first. */
export function Wallets({ wallets }: Pick<Floats, 'wallets'>) {
  const may = useMay()
  const order = ({ hoursLeft, state }: FloatWallet): number =>
    state === 'empty' ? -1 : (hoursLeft ?? Number.MAX_SAFE_INTEGER)
  return (
    <section className="flex flex-col gap-2">
      <Figures
        none="No balances yet. They refresh every two minutes."
        caption="Wallets"
        columns={columnsOf(may('float.manage'))}
        rows={wallets.toSorted((one, other) => order(one) - order(other))}
        rowKey={({ name }) => name}
      />
      {wallets.length > 0 && <p className="text-muted">{readText(wallets)} The bars end at 7 days.</p>}
    </section>
  )
}

const lastsText = ({ days }: TopUp): string =>
  days === null ? 'One largest pay-out: no forecast yet' : `${days} days`

const PLAN: FigureColumn<Planned>[] = [
  { header: 'Wallet', render: (row) => walletText(row) },
  { header: 'For', render: ({ topUp }) => lastsText(topUp) },
  { header: 'Arrives', align: 'right', render: ({ topUp }) => <strong>{amountText(topUp.arrives)}</strong> },
  {
    header: 'From our bank',
    align: 'right',
    render: ({ topUp }) => (topUp.pays === null ? 'No rates' : amountText(topUp.pays)),
  },
]

/** Returns what the plan takes from our bank, by currency: "USD 1,006.00". */
function totalText(wallets: readonly FloatWallet[]): string {
  const sums = new Map<Amount['currency'], number>()
  for (const { topUp } of wallets)
    if (topUp?.pays) sums.set(topUp.pays.currency, (sums.get(topUp.pays.currency) ?? 0) + topUp.pays.amount)
  return [...sums].map(([currency, amount]) => amountText({ amount, currency })).join(' and ')
}

interface PlanProps extends Pick<Floats, 'wallets'> {
  onBook: (wallet: FloatWallet) => void
}

/** The top-ups that the wallets need now, each of which fills the form. */
export function Plan({ wallets, onBook }: PlanProps) {
  const may = useMay()
  const planned = wallets.filter(isPlanned)
  if (planned.length === 0) return <p>No wallet needs a top-up.</p>
  const total = totalText(planned)
  const book: FigureColumn<Planned> = {
    header: 'Entry',
    render: (row) => (
      <Button variant="secondary" aria-label={`Book ${walletText(row)}`} onClick={() => onBook(row)}>
        Book
      </Button>
    ),
  }
  return (
    <section className="flex flex-col gap-2">
      <h2>{total === '' ? 'Top-up plan' : `Top-up plan: ${total} from our bank`}</h2>
      <Figures
        none=""
        caption="Top-up plan"
        columns={may('treasury.manage') ? [...PLAN, book] : PLAN}
        rows={planned}
        rowKey={({ name }) => name}
      />
      <p className="text-muted">
        For 3 days, or 5 when a weekend is near, less what is free, on its way or requested.
      </p>
    </section>
  )
}
