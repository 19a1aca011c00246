import { lazy, Suspense, useState } from 'react'
import { findCountry, type Config, type CountryCode, type Recipient } from '@sesa/contract'
import { loadCode } from '../../../lib/loading/load-code.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { SectionBoundary } from '../../../lib/loading/section-boundary.tsx'
import { PhoneField } from '../../../ui/fields/phone-field.tsx'
import { RadioGroup } from '../../../ui/fields/radio-group.tsx'
import { SelectField } from '../../../ui/fields/select-field.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { getValidator } from './lazy-validator.ts'
import type { DetailsForm } from './use-details.ts'
import { withPhone } from '../draft/values.ts'
import { WalletHolder } from './wallet-holder.tsx'

/** Fetched only when opened. */
const RecentRecipients = lazy(() => loadCode(() => import('./recent-recipients.tsx')))

/** Fetched only when chosen: banks are not available yet. */
const BankFields = lazy(() => loadCode(() => import('./bank-fields.tsx')))

interface RecipientFieldsProps {
  form: DetailsForm
  config: Config
  owner: string
  sender: CountryCode
  onChoose: (recipient: Recipient) => void
}

/** The recipient's name and account. */
export function RecipientFields({ form, config, owner, sender, onChoose }: RecipientFieldsProps) {
  const { values } = form
  const [choosing, setChoosing] = useState(false)
  const name = form.field('name')

  const choose = (recipient: Recipient) => {
    onChoose(recipient)
    setChoosing(false)
    document.getElementById(name.id)?.focus()
  }
  return (
    <Card className="flex flex-col gap-5">
      <h2 className="text-2xl">Recipient</h2>
      <div>
        <Button
          variant="secondary"
          aria-expanded={choosing}
          onClick={() => setChoosing(!choosing)}
          className="max-sm:px-4"
        >
          Recent recipients
        </Button>
      </div>
      {choosing && (
        <SectionBoundary name="your recent recipients">
          <Suspense fallback={<Skeleton lines={2} />}>
            <RecentRecipients {...{ owner, sender }} onChoose={choose} />
          </Suspense>
        </SectionBoundary>
      )}
      <TextField
        {...name}
        label="Recipient’s full name"
        hint="As registered with their mobile network."
        autoComplete="off"
        spellCheck={false}
      />
      <RadioGroup
        {...form.field('method')}
        label="Account type"
        inline
        options={[
          { value: 'momo', label: 'Mobile money' },
          { value: 'bank', label: 'Bank', hint: 'Coming soon...' },
        ]}
      />
      {values.method === 'bank' ? (
        <Suspense fallback={<Skeleton lines={2} />}>
          <BankFields />
        </Suspense>
      ) : (
        <WalletFields {...{ form, owner }} networks={config.networks} />
      )}
    </Card>
  )
}

interface WalletFieldsProps {
  form: DetailsForm
  owner: string
  networks: Config['networks']
}

/** The wallet's number and its network, which is guessed from the number and can be corrected. */
function WalletFields({ form, owner, networks }: WalletFieldsProps) {
  const { values } = form
  const { country } = values
  const destination = findCountry(country)
  const offered = networks.filter((entry) => entry.country === country)
  const network = form.field('network')
  const chosen = offered.find((entry) => entry.value === values.network)
  const error = network.error ?? chosen?.reason
  const off = offered.filter((entry) => entry.reason !== null && entry !== chosen)
  return (
    <>
      <PhoneField
        {...form.field('phone')}
        key={country}
        label="Mobile number"
        hint={`Their mobile money number in ${destination?.name ?? 'their country'}. Double-check it: money sent to the wrong number may be lost.`}
        countries={destination ? [destination] : []}
        country={country}
        autoComplete="off"
        onChange={(phone) => form.setValues(withPhone(values, phone))}
      />
      <SelectField
        {...network}
        label="Mobile network"
        placeholder="Choose a network"
        options={offered.map(({ value, label, enabled }) => ({ value, label, disabled: !enabled }))}
        {...(off.length > 0 && { hint: off.map(({ label, reason }) => `${label}: ${reason}`).join(' ') })}
        {...(error && { error })}
      />
      <WalletHolder owner={owner} wallet={getValidator()?.readWallet(values) ?? null} />
    </>
  )
}
