import { useState } from 'react'
import { useSearchParams } from 'react-router'
import * as v from 'valibot'
import {
  officeCalls,
  type Approval,
  type Floats,
  type FloatWallet,
  type TreasuryEntry,
} from '@sesa/contract/office'
import { formatAmount, money, parseAmount, toMinorNumber, type CurrencyCode } from '@sesa/money'
import { Button, TextLink } from '@sesa/ui/button.tsx'
import { Notice } from '@sesa/ui/feedback/notice.tsx'
import { Page } from '@sesa/ui/layout/page.tsx'
import { useForm } from '@sesa/ui/form.ts'
import { MoneyField } from '@sesa/ui/fields/money-field.tsx'
import { formatDate } from '@sesa/ui/format.ts'
import { tryCall, useCall, useAct, callOffice, usePages } from '../../lib/api.ts'
import { inboxPath } from '../../lib/work.ts'
import { useMay } from '../../lib/session.ts'
import { walletText, ADJUSTS_WORDS, ENTRY_WORDS, providerName } from '../../lib/words.ts'
import { reasonSchema } from '../../lib/schemas.ts'
import { AskedNotice } from '../../parts/asked-notice.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { ReasonDialog } from '../../parts/reason-dialog.tsx'
import { ChangeFormDialog } from '../../parts/form-dialog.tsx'
import { amountColumn, type GridColumn } from '../../table/columns.ts'
import { DataTable } from '../../table/data-table.tsx'
import { EntryForm } from './entry-form.tsx'
import { Flows } from './flows.tsx'
import { OnItsWay } from './on-its-way.tsx'
import { OpenPositions, Positions } from './positions.tsx'
import { Plan, Wallets } from './wallets.tsx'

/** The float and the treasury: how long each wallet lasts, what to top up, and our books against the balances. */
export default function FloatsPage() {
  const floats = useCall(['floats'], officeCalls.listFloats, {})
  return (
    <Page title="Floats" width="wide">
      <Loaded query={floats} what="the floats">
        {(shown) => <Shown floats={shown} />}
      </Loaded>
      <Flows />
      <Entries />
    </Page>
  )
}

/** The value of `book` in the address for an entry that no plan fills. */
const NEW = 'new'

function Shown({ floats }: { floats: Floats }) {
  const may = useMay()
  const [params, setParams] = useSearchParams()
  const [asked, setAsked] = useState<Approval | null>(null)
  const { wallets, stopped, movements } = floats
  const mayBook = may('treasury.manage')
  const booked = params.get('book')
  // Another link of the page must not close a form in which something is typed.
  const [isBooking, setBooking] = useState(booked !== null)
  const [seen, setSeen] = useState(booked)
  if (booked !== seen) {
    setSeen(booked)
    if (booked !== null) setBooking(true)
  }
  const opened = wallets.find(({ name }) => name === params.get('wallet'))
  const bookFor = (name: string) => setParams({ book: name }, { replace: true })
  return (
    <>
      {asked && <AskedNotice approval={asked} />}
      <Stopped count={stopped} />
      <Wallets wallets={wallets} />
      <Plan wallets={wallets} onBook={({ name }) => bookFor(name)} />
      {mayBook &&
        (!isBooking ? (
          <Button variant="secondary" onClick={() => bookFor(NEW)} className="self-start">
            Book an entry
          </Button>
        ) : (
          <EntryForm
            wallets={wallets}
            plan={wallets.find(({ name }) => name === booked)}
            onAsked={(approval) => {
              setAsked(approval)
              setBooking(false)
              setParams({}, { replace: true })
            }}
          />
        ))}
      <OpenPositions {...floats} />
      <Positions floats={floats} />
      <OnItsWay movements={movements} of={params.get('moving')} />
      {opened && may('float.manage') && (
        <WalletDialog wallet={opened} onClose={() => setParams({}, { replace: true })} />
      )}
    </>
  )
}

/** The transfers that an empty wallet stopped, and their release. */
function Stopped({ count }: { count: number }) {
  const may = useMay()
  const act = useAct()
  if (count === 0) return null
  const release = act((reason: string) => tryCall(officeCalls.releaseStopped, { body: { reason } }), {
    said: ({ released: { length } }) =>
      length === 1 ? '1 transfer released' : `${length} transfers released`,
    changes: [['floats'], ['work']],
  })
  return (
    <Notice
      tone="warn"
      title={`${count === 1 ? '1 transfer is' : `${count} transfers are`} on hold for float`}
      action={
        may('float.manage') && (
          <ReasonDialog
            label="Release all"
            title="Release every transfer on hold for float?"
            text="They’re sent regardless of the balances. A wallet that’s still empty holds them again."
            onSubmit={release}
          />
        )
      }
    >
      Each is released once its wallet has enough. <TextLink href={inboxPath('holds')}>Open holds</TextLink>
    </Notice>
  )
}

/** A level, which may be zero: then only an empty wallet or a short forecast alerts. */
const levelSchema = (currency: CurrencyCode) =>
  v.pipe(
    v.string(),
    v.rawTransform(({ dataset, addIssue, NEVER }) => {
      const parsed = parseAmount(dataset.value, currency)
      if (parsed.ok) return { amount: toMinorNumber(parsed.money), currency }
      addIssue({ message: `Enter an amount, for example ${currency} 50,000, or 0 for no alert.` })
      return NEVER
    }),
  )

/** Sets the alert level of a wallet. */
function WalletDialog({ wallet, onClose }: { wallet: FloatWallet; onClose: () => void }) {
  const { account, country, currency, alertLevel } = wallet
  const act = useAct()
  const form = useForm({
    schema: v.object({ amount: levelSchema(currency), reason: reasonSchema }),
    initial: { amount: formatAmount(money(BigInt(alertLevel.amount), currency)), reason: '' },
    idPrefix: 'level-',
    onSubmit: act(
      (given) =>
        tryCall(officeCalls.setAlertLevel, { body: { wallet: { account, country, currency }, ...given } }),
      { stores: ['floats'], said: 'Alert level set', then: onClose },
    ),
  })
  return (
    <ChangeFormDialog
      title={`Alert level for ${walletText(wallet)}`}
      confirm="Set"
      form={form}
      reason={form.field('reason')}
      onClose={onClose}
    >
      <MoneyField
        label="Alert below"
        hint="Staff get an alert when the free amount falls below this."
        currency={currency}
        {...form.field('amount')}
      />
    </ChangeFormDialog>
  )
}

const COLUMNS: readonly GridColumn<TreasuryEntry>[] = [
  { key: 'at', header: 'Booked', width: 130, text: (row) => formatDate(row.at), at: (row) => row.at },
  {
    key: 'entry',
    header: 'Entry',
    width: 225,
    text: (row) => `${ENTRY_WORDS[row.kind]}, ${providerName(row.account)}`,
  },
  amountColumn('amount', 'Amount', 150, (row) => row.amount),
  { ...amountColumn<TreasuryEntry>('paid', 'Paid or sold', 140, (row) => row.paid), leaves: 3 },
  { key: 'reference', header: 'Reference', width: 130, text: (row) => row.reference },
  { key: 'enteredBy', header: 'Requested by', width: 150, leaves: 2, text: (row) => row.enteredBy },
  { key: 'approvedBy', header: 'Approved by', width: 145, leaves: 1, text: (row) => row.approvedBy ?? '' },
  {
    key: 'as',
    header: 'Booked as',
    width: 150,
    text: (row) => (row.as === null ? '' : ADJUSTS_WORDS[row.as]),
    hidden: true,
  },
  { key: 'reason', header: 'Reason', width: 280, text: (row) => row.reason, hidden: true },
]

/** The movements that staff have entered, newest first. */
function Entries() {
  const { query, rows, more } = usePages(
    ['entries'],
    (cursor, signal) =>
      callOffice(officeCalls.listTreasuryEntries, { query: { limit: '100', cursor }, signal }),
    ({ entries }) => entries,
  )
  return (
    <Loaded query={query} what="the entries">
      {() => (
        <>
          <h2>Entries</h2>
          <DataTable
            name="treasury-entries"
            caption="Treasury entries"
            columns={COLUMNS}
            rows={rows}
            rowKey={({ id }) => id}
            more={more}
            empty={{
              title: 'No entries yet',
              text: 'Start with the opening balance of each wallet and the bank account.',
            }}
          />
        </>
      )}
    </Loaded>
  )
}
