import { officeCalls, type Approval } from '@sesa/contract/office'
import { CURRENCY_CODES, type CurrencyCode } from '@sesa/money'
import { MoneyField } from '@sesa/ui/fields/money-field.tsx'
import { RadioGroup } from '@sesa/ui/fields/radio-group.tsx'
import { SelectField } from '@sesa/ui/fields/select-field.tsx'
import { TextField } from '@sesa/ui/fields/text-field.tsx'
import type { BoundField } from '@sesa/ui/form.ts'
import { tryCall } from '../../lib/api.ts'
import { ADJUSTS_WORDS, ENTRY_WORDS } from '../../lib/words.ts'
import { ChangeForm } from '../../parts/change-form.tsx'
import { useChange } from '../../parts/use-change.ts'
import { entrySchema, NO_ENTRY } from './entry-schema.ts'

const optionsOf = (words: Readonly<Record<string, string>>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }))
const CURRENCIES = CURRENCY_CODES.map((value) => ({ value, label: value }))
const isCurrency = (text: string): text is CurrencyCode => CURRENCY_CODES.some((one) => one === text)

interface EntryFormProps {
  /** The accounts whose balance providers report. */
  accounts: { readonly wallets: readonly string[]; readonly all: readonly string[] }
  onAsked: (approval: Approval) => void
}

/** Asks to book a movement that no provider reports. */
export function EntryForm({ accounts, onAsked }: EntryFormProps) {
  const form = useChange({
    schema: entrySchema,
    initial: NO_ENTRY,
    idPrefix: 'entry-',
    ask: (body, typed) => tryCall(officeCalls.requestTreasuryEntry, { body: { ...body, ...typed } }),
    fieldOf: { arrived: 'amount', bought: 'amount' },
    onAsked,
  })
  const { kind } = form.values
  const offered = (
    kind === 'top_up' ? [...accounts.wallets, 'manual'] : [...accounts.all, 'bank', 'manual']
  ).map((value) => ({ value, label: value }))
  const amounts = {
    one: { currency: form.field('currency'), amount: form.field('amount') },
    other: { currency: form.field('otherCurrency'), amount: form.field('otherAmount') },
  }
  return (
    <ChangeForm title="Book an entry" form={form} reason={form.field('reason')}>
      <RadioGroup label="Entry type" options={optionsOf(ENTRY_WORDS)} {...form.field('kind')} />
      {(kind === 'top_up' || kind === 'adjustment') && (
        <SelectField
          label={kind === 'top_up' ? 'Wallet' : 'Account'}
          placeholder="Choose an account"
          options={offered}
          {...form.field('account')}
        />
      )}
      {kind === 'top_up' && (
        <>
          <AmountFields label="Arrived in the wallet" {...amounts.one} />
          <AmountFields label="Left our bank" {...amounts.other} />
        </>
      )}
      {kind === 'conversion' && (
        <>
          <AmountFields label="Sold" {...amounts.other} />
          <AmountFields label="Bought" {...amounts.one} />
        </>
      )}
      {kind === 'adjustment' && (
        <>
          <RadioGroup
            label="The account holds"
            inline
            options={[
              { value: 'more', label: 'More than our books say' },
              { value: 'less', label: 'Less than our books say' },
            ]}
            {...form.field('direction')}
          />
          <AmountFields label="Difference" {...amounts.one} />
          <RadioGroup label="Book as" options={optionsOf(ADJUSTS_WORDS)} {...form.field('as')} />
        </>
      )}
      {kind !== '' && (
        <TextField
          label="Reference"
          hint="As on the statement. Each reference is booked once per account."
          autoComplete="off"
          {...form.field('reference')}
        />
      )}
    </ChangeForm>
  )
}

interface AmountFieldsProps {
  label: string
  currency: BoundField<string>
  amount: BoundField<string>
}

function AmountFields({ label, currency, amount }: AmountFieldsProps) {
  return (
    <div className="grid items-end gap-4 sm:grid-cols-2">
      <SelectField
        label={`${label}: currency`}
        placeholder="Choose a currency"
        options={CURRENCIES}
        {...currency}
        onChange={currency.onChange}
      />
      {isCurrency(currency.value) ? (
        <MoneyField label={label} currency={currency.value} {...amount} />
      ) : (
        <TextField label={label} inputMode="decimal" autoComplete="off" {...amount} />
      )}
    </div>
  )
}
