import { lazy, Suspense, useState } from 'react'
import { findCountry, type CountryCode, type DestinationCode, type Recipient } from '@sesa/contract'
import { Button } from '@sesa/ui/button.tsx'
import { Card } from '@sesa/ui/layout/card.tsx'
import { PhoneField } from '@sesa/ui/fields/phone-field.tsx'
import { RadioGroup } from '@sesa/ui/fields/radio-group.tsx'
import { SelectField } from '@sesa/ui/fields/select-field.tsx'
import { Skeleton } from '@sesa/ui/feedback/skeleton.tsx'
import { TextField } from '@sesa/ui/fields/text-field.tsx'
import { loadCode } from '../../../lib/loading/load-code.ts'
import { getValidator } from './lazy-validator.ts'
import type { DetailsConfig, DetailsForm } from './use-details.ts'
import { isConfirmed, personKey, withPhone } from '../draft/values.ts'
import { RecentPeople } from './recent-people.tsx'
import { HolderField } from './wallet-holder.tsx'

/** Fetched only when chosen: banks are not available yet. */
const BankFields = lazy(() => loadCode(() => import('./bank-fields.tsx')))

/** Open questions about the recipient's name. Keys name the recipient. */
export interface NameQuestion {
  /** Continue waits for an answer about this recipient; `count` increases with every attempt. */
  asked: { readonly key: string; readonly count: number }
  /** The server refused this recipient because of the name. */
  refusedFor: string
}

interface RecipientFieldsProps extends NameQuestion {
  form: DetailsForm
  config: DetailsConfig
  owner: string
  sender: CountryCode
  onChoose: (recipient: Recipient) => void
  onCountry: (country: DestinationCode) => void
}

/** Renders the recipient: the account first, whose network can then help with the name. */
export function RecipientFields({ onChoose, ...props }: RecipientFieldsProps) {
  const { form, config, owner, sender } = props
  const { values } = form
  const choose = (recipient: Recipient) => {
    onChoose(recipient)
    document.getElementById('name')?.focus()
  }
  return (
    <Card className="flex flex-col gap-5">
      <h2 className="text-2xl">Recipient</h2>
      <RecentPeople {...{ owner, sender }} onChoose={choose} />
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
        <WalletFields {...props} networks={config.networks} />
      )}
      <NameField {...props} />
    </Card>
  )
}

type WalletFieldsProps = Omit<RecipientFieldsProps, 'onChoose' | 'config'> & {
  networks: DetailsConfig['networks']
}

/** Renders the wallet's number and its network, which is guessed from the number and can be corrected. */
function WalletFields({ form, networks, sender, onCountry }: WalletFieldsProps) {
  const { values } = form
  const { country } = values
  const destination = findCountry(country)
  const offered = networks.filter((entry) => entry.country === country)
  const network = form.field('network')
  const phone = form.field('phone')
  const chosen = offered.find((entry) => entry.value === values.network)
  const error = network.error ?? chosen?.reason
  const off = offered.filter((entry) => entry.reason !== null && entry !== chosen)
  const other = phone.error === undefined ? undefined : getValidator()?.countryOfNumber(values, sender)
  return (
    <>
      <div className="flex flex-col gap-2">
        <PhoneField
          {...phone}
          key={country}
          label="Mobile number"
          hint={`Their ${destination?.name ?? ''} mobile money number. Double-check it: money sent to the wrong number may be lost.`}
          countries={destination ? [destination] : []}
          country={country}
          autoComplete="off"
          onChange={(text) => form.setValues(withPhone(values, text))}
        />
        {other && (
          <div>
            <Button variant="secondary" onClick={() => onCountry(other.code)}>
              Send to {other.name}
            </Button>
          </div>
        )}
      </div>
      <SelectField
        {...network}
        label="Mobile network"
        placeholder="Choose a network"
        options={offered.map(({ value, label, enabled }) => ({ value, label, disabled: !enabled }))}
        {...(off.length > 0 && {
          hint: off.map(({ label, reason }) => `${label}: ${reason ?? 'closed'}`).join(' '),
        })}
        {...(error && { error })}
      />
    </>
  )
}

type NameFieldProps = Omit<RecipientFieldsProps, 'onChoose' | 'onCountry' | 'sender'>

/** Renders the name, and below it the network's answer. The name is compared once the customer leaves the field. */
function NameField({ form, config, owner, asked, refusedFor }: NameFieldProps) {
  const { values } = form
  const name = form.field('name')
  const [typing, setTyping] = useState(false)
  const account = values.method === 'momo' ? (getValidator()?.readWallet(values) ?? null) : null
  const key = personKey(values)
  // Enter submits from within the field: the question must show anyway.
  const isCompared = values.name.trim() !== '' && (!typing || asked.key === key)
  const wallet = account && isCompared ? { ...account, name: values.name } : account
  return (
    <div className="flex flex-col gap-4">
      <div onFocus={() => setTyping(true)} onBlur={() => setTyping(false)}>
        <TextField
          {...name}
          label="Recipient’s full name"
          hint="As registered with their mobile network."
          autoComplete="off"
          spellCheck={false}
        />
      </div>
      <HolderField
        owner={owner}
        wallet={wallet}
        refused={refusedFor === key}
        confirmed={isConfirmed(values)}
        asked={asked.key === key ? asked.count : 0}
        onUseName={(held) => {
          form.set('name', held)
          document.getElementById(name.id)?.focus()
        }}
        switchTo={(network) =>
          config.networks.some(
            (entry) => entry.country === values.country && entry.value === network && entry.enabled,
          )
            ? () => {
                form.set('network', network)
                document.getElementById('network')?.focus()
              }
            : undefined
        }
        onCheckNumber={() => document.getElementById('phone')?.focus()}
        onConfirm={(confirmed) => form.set('confirmedFor', confirmed ? key : '')}
      />
    </div>
  )
}
