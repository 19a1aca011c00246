import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { findCountry, type CountryCode, type DestinationCode, type Recipient } from '@sesa/contract'
import * as i18n from '@sesa/contract/i18n'
import { Button } from '@sesa/ui/button.tsx'
import { Card } from '@sesa/ui/layout/card.tsx'
import { PhoneField } from '@sesa/ui/fields/phone-field.tsx'
import { RadioGroup } from '@sesa/ui/fields/radio-group.tsx'
import { SelectField } from '@sesa/ui/fields/select-field.tsx'
import { Skeleton } from '@sesa/ui/feedback/skeleton.tsx'
import { TextField } from '@sesa/ui/fields/text-field.tsx'
import { loadCode } from '../../../lib/loading/load-code.ts'
import { SectionBoundary } from '../../../lib/loading/section-boundary.tsx'
import { recipientsQuery } from '../../../lib/recipients.ts'
import { NetworkChip } from '../network-chip.tsx'
import { getValidator } from './lazy-validator.ts'
import type { DetailsConfig, DetailsForm } from './use-details.ts'
import { isConfirmed, personKey, withPhone, type Values } from '../draft/values.ts'

/** Fetched only when chosen: banks are not available yet. */
const BankFields = lazy(() => loadCode(() => import('./bank-fields.tsx')))

/** Fetched only for customers who have sent before. */
const RecentPeople = lazy(() => loadCode(() => import('./recent-people.tsx')))

/** Fetched while the customer types the number. */
const HolderField = lazy(async () => ({
  default: (await loadCode(() => import('./wallet-holder.tsx'))).HolderField,
}))

/** Fetched only on phones that let pages ask for a contact. */
const ContactChoice = lazy(() => loadCode(() => import('../contacts.tsx')))

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
  onContact: (change: Partial<Values> & Pick<Values, 'country'>) => void
  onCountry: (country: DestinationCode) => void
}

/** Renders the recipient: the number first, whose network can then help with the name. */
export function RecipientFields({ onChoose, onContact, ...props }: RecipientFieldsProps) {
  const { form, config, owner, sender } = props
  const { values } = form
  const { data } = useQuery(recipientsQuery(owner))
  const people = data?.filter(({ country }) => country !== sender) ?? []
  const focusName = () => document.getElementById('name')?.focus()
  const choose = (recipient: Recipient) => {
    onChoose(recipient)
    focusName()
  }
  const chooseContact: typeof onContact = (change) => {
    onContact(change)
    focusName()
  }
  return (
    <Card className="flex flex-col gap-3 sm:gap-5">
      <h2 className="text-2xl">{i18n.t('Recipient')}</h2>
      {people.length > 0 && (
        <SectionBoundary name={i18n.t('your recipients')}>
          <Suspense fallback={null}>
            <RecentPeople recipients={people} onChoose={choose} />
          </Suspense>
        </SectionBoundary>
      )}
      <RadioGroup
        {...form.field('method')}
        label={i18n.t('Account type')}
        hideLabel
        halves
        options={[
          { value: 'momo', label: i18n.t('Mobile money') },
          { value: 'bank', label: i18n.t('Bank'), hint: i18n.t('Coming soon...') },
        ]}
      />
      {values.method === 'bank' ? (
        <>
          <Suspense fallback={<Skeleton lines={2} />}>
            <BankFields />
          </Suspense>
          <NameField {...props} />
        </>
      ) : (
        <>
          {'contacts' in navigator && (
            <SectionBoundary name={i18n.t('your contacts')}>
              <Suspense fallback={null}>
                <ContactChoice {...{ values, sender }} onChoose={chooseContact} />
              </Suspense>
            </SectionBoundary>
          )}
          <NumberField {...props} />
          <NameField {...props} />
          <NetworkField form={form} networks={config.networks} />
        </>
      )}
    </Card>
  )
}

type NumberFieldProps = Pick<RecipientFieldsProps, 'form' | 'sender' | 'onCountry'>

/** Renders the wallet's number, from which the network is guessed. */
function NumberField({ form, sender, onCountry }: NumberFieldProps) {
  const { values } = form
  const destination = findCountry(values.country)
  const phone = form.field('phone')
  const other = phone.error === undefined ? undefined : getValidator()?.countryOfNumber(values, sender)
  return (
    <div className="flex flex-col gap-2">
      <PhoneField
        {...phone}
        key={values.country}
        label={i18n.t('Mobile number')}
        hint={i18n.t('Money to a wrong number may be lost.')}
        countries={destination ? [destination] : []}
        country={values.country}
        autoComplete="off"
        onChange={(text) => form.setValues(withPhone(values, text))}
      />
      {other && (
        <div>
          <Button variant="secondary" onClick={() => onCountry(other.code)}>
            {i18n.t('Send to {name}', { name: other.name })}
          </Button>
        </div>
      )}
    </div>
  )
}

/** Renders the network: a chip once it is guessed from the number or chosen. The choice counts, because numbers move. */
function NetworkField({ form, networks }: { form: DetailsForm; networks: DetailsConfig['networks'] }) {
  const { values } = form
  const offered = networks.filter((entry) => entry.country === values.country)
  const network = form.field('network')
  const chosen = offered.find((entry) => entry.value === values.network)
  const error = network.error ?? chosen?.reason
  const off = offered.filter((entry) => entry.reason !== null && entry !== chosen)
  return (
    <SelectField
      {...network}
      label={i18n.t('Mobile network')}
      placeholder={i18n.t('Choose the network')}
      hideLabel={!error}
      options={offered.map(({ value, label, enabled }) => ({ value, label, disabled: !enabled }))}
      {...(off.length > 0 && {
        hint: off.map(({ label, reason }) => `${label}: ${reason ?? 'closed'}`).join(' '),
      })}
      {...(error ? { error } : { chip: chosen && <NetworkChip {...chosen} /> })}
    />
  )
}

type NameFieldProps = Omit<RecipientFieldsProps, 'onChoose' | 'onContact' | 'onCountry' | 'sender'>

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
          label={i18n.t('Recipient’s full name')}
          hint={i18n.t('As registered with their mobile network.')}
          autoComplete="off"
          spellCheck={false}
        />
      </div>
      {values.phone !== '' && (
        <SectionBoundary name={i18n.t('the name check')}>
          {/* As high as its line, which must not move Continue away from a press. */}
          <Suspense fallback={wallet && <div className="-my-2 min-h-8" />}>
            <HolderField
              owner={owner}
              wallet={wallet}
              typed={values.name}
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
          </Suspense>
        </SectionBoundary>
      )}
    </div>
  )
}
