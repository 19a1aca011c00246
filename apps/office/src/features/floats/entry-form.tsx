import { useEffect, useEffectEvent, useRef } from 'react'
import { isCollectionAccount, officeCalls, type Approval, type FloatWallet } from '@sesa/contract/office'
import { CURRENCY_CODES, formatAmount, money, type CurrencyCode } from '@sesa/money'
import { MoneyField } from '@sesa/ui/fields/money-field.tsx'
import { RadioGroup } from '@sesa/ui/fields/radio-group.tsx'
import { SelectField } from '@sesa/ui/fields/select-field.tsx'
import { TextField } from '@sesa/ui/fields/text-field.tsx'
import type { BoundField } from '@sesa/ui/form.ts'
import { tryCall } from '../../lib/api.ts'
import { ADJUSTS_WORDS, ENTRY_WORDS } from '../../lib/words.ts'
import { ChangeForm } from '../../parts/change-form.tsx'
import { useChange } from '../../parts/use-change.ts'
import { adjustedOptions, topUpChoice, topUpOptions } from './accounts.ts'
import { entrySchema, NO_ENTRY } from './entry-schema.ts'

const optionsOf = (words: Readonly<Record<string, string>>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }))
const CURRENCIES = CURRENCY_CODES.map((value) => ({ value, label: value }))
const isCurrency = (text: string): text is CurrencyCode => CURRENCY_CODES.some((one) => one === text)

interface EntryFormProps {
  wallets: readonly FloatWallet[]
  /** The wallet whose planned top-up fills the form. */
  plan: FloatWallet | undefined
  onAsked: (approval: Approval) => void
}

type Amount = FloatWallet['pending']
const typed = ({ amount, currency }: Amount): string => formatAmount(money(amount, currency))

/** Returns the fields of a planned top-up. */
function fieldsOf({ account, currency, topUp }: FloatWallet) {
  return {
    ...{ kind: 'top_up', account, currency },
    ...(topUp && { amount: typed(topUp.arrives) }),
    ...(topUp?.pays && { otherCurrency: topUp.pays.currency, otherAmount: typed(topUp.pays) }),
  }
}

/** Asks to book a movement that no provider reports. */
export function EntryForm({ wallets, plan, onAsked }: EntryFormProps) {
  const form = useChange({
    schema: entrySchema,
    initial: NO_ENTRY,
    idPrefix: 'entry-',
    ask: (body, typed) => tryCall(officeCalls.requestTreasuryEntry, { body: { ...body, ...typed } }),
    fieldOf: { arrived: 'amount', bought: 'amount' },
    onAsked,
  })
  const place = useRef<HTMLDivElement>(null)
  const isShown = useRef(false)
  // A plan fills its fields once: a reference and a reason that were typed stay.
  const fill = useEffectEvent(() => {
    if (plan) form.setValues(fieldsOf(plan))
    else if (isShown.current) return
    isShown.current = true
    place.current?.scrollIntoView?.({ block: 'start' })
    place.current?.querySelector<HTMLElement>(plan ? '#entry-reference' : 'input')?.focus()
  })
  useEffect(() => fill(), [plan?.name])
  const { kind } = form.values
  const isCollected = isCollectionAccount(form.values.account)
  const amounts = {
    one: { currency: form.field('currency'), amount: form.field('amount') },
    other: { currency: form.field('otherCurrency'), amount: form.field('otherAmount') },
  }
  return (
    <div ref={place}>
      <ChangeForm title="Book an entry" form={form} reason={form.field('reason')}>
        <RadioGroup inline label="Entry type" options={optionsOf(ENTRY_WORDS)} {...form.field('kind')} />
        {kind === 'adjustment' && (
          <SelectField
            label="Account"
            placeholder="Choose an account"
            options={adjustedOptions(wallets)}
            {...form.field('account')}
          />
        )}
        {kind === 'top_up' && (
          <>
            <SelectField
              label="Wallet"
              placeholder="Choose a wallet"
              options={topUpOptions(wallets)}
              {...form.field('account')}
              value={topUpChoice(form.values.account, form.values.currency)}
              onChange={(choice) => {
                const [account = '', currency = ''] = choice.split(' ')
                form.setValues({ account, currency })
              }}
            />
            <AmountField
              label={isCollected ? 'Arrived with the pay-outs' : 'Arrived in the wallet'}
              {...amounts.one}
            />
            <AmountFields label={isCollected ? 'Left the collections' : 'Left our bank'} {...amounts.other} />
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
            <RadioGroup inline label="Book as" options={optionsOf(ADJUSTS_WORDS)} {...form.field('as')} />
          </>
        )}
        <TextField
          label="Reference"
          hint="As on the statement. Each reference is booked once per account."
          autoComplete="off"
          {...form.field('reference')}
        />
      </ChangeForm>
    </div>
  )
}

interface AmountFieldsProps {
  label: string
  currency: BoundField<string>
  amount: BoundField<string>
}

/** An amount, in its currency once that is chosen. */
function AmountField({ label, currency, amount }: AmountFieldsProps) {
  return isCurrency(currency.value) ? (
    <MoneyField label={label} currency={currency.value} {...amount} />
  ) : (
    <TextField label={label} inputMode="decimal" autoComplete="off" {...amount} />
  )
}

function AmountFields(props: AmountFieldsProps) {
  return (
    <div className="grid items-end gap-4 sm:grid-cols-2">
      <SelectField
        label={`${props.label}: currency`}
        placeholder="Choose a currency"
        options={CURRENCIES}
        {...props.currency}
      />
      <AmountField {...props} />
    </div>
  )
}
