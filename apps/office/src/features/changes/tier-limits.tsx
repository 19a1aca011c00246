import { useQuery } from '@tanstack/react-query'
import * as v from 'valibot'
import { COUNTRIES, DESTINATIONS, isDestination } from '@sesa/contract'
import { officeCalls, type Approval, type TierLimit } from '@sesa/contract/office'
import { formatMoney, money } from '@sesa/money'
import { MoneyField } from '@sesa/ui/fields/money-field.tsx'
import { SelectField } from '@sesa/ui/fields/select-field.tsx'
import { TextField } from '@sesa/ui/fields/text-field.tsx'
import { callOffice, tryCall } from '../../lib/api.ts'
import { amountSchema, reasonSchema } from '../../lib/schemas.ts'
import { countryName } from '../../lib/words.ts'
import { Loaded } from '../../parts/loaded.tsx'
import { ChangeForm } from '../../parts/change-form.tsx'
import { useChange } from '../../parts/use-change.ts'

const ANY = { value: 'any', label: 'Every country' } as const
const SENDERS = [ANY, ...COUNTRIES.map(({ code, name }) => ({ value: code, label: name }))]
const RECIPIENTS = SENDERS.filter(({ value }) => value === 'any' || isDestination(value))
const TIERS = [
  { value: '1', label: 'Tier 1: phone number' },
  { value: '2', label: 'Tier 2: document and selfie' },
  { value: '3', label: 'Tier 3: address and source of funds' },
]

const dollars = (cents: string): string => formatMoney(money(BigInt(cents), 'USD'))

/** The limits in force and those of later days. */
function Now({ rows }: { rows: readonly TierLimit[] }) {
  return (
    <ul className="flex flex-col gap-4">
      {rows
        .filter(({ state }) => state !== 'earlier')
        .map(({ id, tier, sender, recipient, per24Hours, per30Days, validFrom, state, source }) => (
          <li key={id}>
            <p className="font-semibold">
              Tier {tier}, {placeText(sender, recipient)}
            </p>
            <p>
              {dollars(per24Hours)} in 24 hours, {dollars(per30Days)} in 30 days,{' '}
              {state === 'future' ? 'not before' : 'since'} {validFrom}
            </p>
            <p className="text-muted">{source}</p>
          </li>
        ))}
    </ul>
  )
}

function placeText(sender: string | null, recipient: string | null): string {
  if (sender === null && recipient === null) return 'every country'
  const from = sender === null ? '' : `from ${countryName(sender)}`
  const to = recipient === null ? '' : `to ${countryName(recipient)}`
  return [from, to].filter((part) => part !== '').join(' ')
}

const countries = COUNTRIES.map(({ code }) => code)
const schema = v.object({
  tier: v.pipe(
    v.picklist(['1', '2', '3'], 'Choose a tier.'),
    v.transform((text) => (text === '1' ? 1 : text === '2' ? 2 : 3)),
  ),
  sender: v.picklist(['any', ...countries], 'Choose the sending country.'),
  recipient: v.picklist(['any', ...DESTINATIONS], 'Choose the receiving country.'),
  per24Hours: amountSchema('USD'),
  per30Days: amountSchema('USD'),
  validFrom: v.pipe(v.string(), v.isoDate('Choose the effective date.')),
  source: v.pipe(
    v.string(),
    v.trim(),
    v.minLength(3, 'Enter the law or reason behind the limits.'),
    v.maxLength(300, 'Shorten it to 300 characters.'),
  ),
  reason: reasonSchema,
})

interface TierLimitsProps {
  onAsked: (approval: Approval) => void
}

/** The limits of each tier, with a form that asks for others. */
export function TierLimits({ onAsked }: TierLimitsProps) {
  const limits = useQuery({
    queryKey: ['tier-limits'],
    queryFn: ({ signal }) => callOffice(officeCalls.listTierLimits, { signal }),
  })
  return (
    <Loaded query={limits} what="the tier limits">
      {({ limits: rows }) => <LimitsForm rows={rows} onAsked={onAsked} />}
    </Loaded>
  )
}

function LimitsForm({ rows, onAsked }: TierLimitsProps & { rows: readonly TierLimit[] }) {
  const form = useChange({
    schema,
    initial: {
      tier: '',
      sender: 'any',
      recipient: 'any',
      per24Hours: '',
      per30Days: '',
      validFrom: '',
      source: '',
      reason: '',
    },
    idPrefix: 'limits-',
    ask: ({ sender, recipient, per24Hours, per30Days, ...given }) =>
      tryCall(officeCalls.requestTierLimits, {
        body: {
          ...given,
          sender: sender === 'any' ? null : sender,
          recipient: recipient === 'any' ? null : recipient,
          per24Hours: String(per24Hours.amount),
          per30Days: String(per30Days.amount),
        },
      }),
    onAsked,
  })
  return (
    <ChangeForm title="Tier limits" form={form} reason={form.field('reason')}>
      <Now rows={rows} />
      <p>Corridor limits override country limits, which override limits for every country.</p>
      <SelectField label="Tier" placeholder="Choose a tier" options={TIERS} {...form.field('tier')} />
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField label="Sending country" options={SENDERS} {...form.field('sender')} />
        <SelectField label="Receiving country" options={RECIPIENTS} {...form.field('recipient')} />
        <MoneyField label="24-hour limit" currency="USD" {...form.field('per24Hours')} />
        <MoneyField label="30-day limit" currency="USD" {...form.field('per30Days')} />
      </div>
      <TextField
        label="Effective date"
        type="date"
        hint="In UTC. Applies to payments opened from this day."
        {...form.field('validFrom')}
      />
      <TextField label="Source" hint="The law or reason behind the limits." {...form.field('source')} />
    </ChangeForm>
  )
}
