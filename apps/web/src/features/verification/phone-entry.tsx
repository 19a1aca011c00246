import { useEffect, type RefObject } from 'react'
import { countryInSentence, formatPhone, type Country } from '@sesa/contract'
import * as i18n from '@sesa/contract/i18n'
import { useForm } from '@sesa/ui/form.ts'
import type { Failure } from '@sesa/ui/api/http.ts'
import { Button } from '@sesa/ui/button.tsx'
import { Notice } from '@sesa/ui/feedback/notice.tsx'
import { PhoneField, type PhoneCountry } from '@sesa/ui/fields/phone-field.tsx'
import { loadPhones, otherCountryOf } from '../../lib/forms/phone.ts'
import { phoneSchema } from '../../lib/forms/phone-schema.ts'
import { WorkNotice } from './work-notice.tsx'

export interface PhoneEntryProps {
  /** The number typed so far; it outlives this form. */
  typed: string
  onTyped: (phone: string) => void
  countries: readonly Country[]
  country: PhoneCountry
  onCountryChange: (country: PhoneCountry) => void
  /** Sends a code to the number, in E.164; resolves to a failure, or null. */
  onPhone: (phone: string) => Promise<Failure | null>
  /** Called with whether the form has errors, for the page's title. */
  onErrors?: (hasErrors: boolean) => void
  formRef?: RefObject<HTMLFormElement | null>
}

/** Asks for the number to which the code is sent. The only field, so an error focuses it instead of a summary. */
export function PhoneEntry(props: PhoneEntryProps) {
  const { typed, onTyped, countries, country, onCountryChange, onPhone, onErrors, formRef } = props
  const form = useForm({
    schema: phoneSchema,
    initial: { phone: typed },
    ready: loadPhones,
    fieldOf: { phoneNumber: 'phone' },
    onSubmit: ({ phone }) => onPhone(phone),
  })
  const { attempt, summary, values } = form
  const field = form.field('phone')
  const wrong = field.error !== undefined
  const failure = summary.find((entry) => entry.id === undefined)?.message
  const hasErrors = summary.length > 0
  const other = wrong ? otherCountryOf(values.phone, countries) : null

  useEffect(() => {
    if (wrong && attempt > 0) document.getElementById(field.id)?.focus()
  }, [wrong, attempt, field.id])
  useEffect(() => onErrors?.(hasErrors), [onErrors, hasErrors])

  return (
    <form
      ref={formRef}
      noValidate
      onSubmit={(event) => void form.submit(event)}
      className="flex flex-col gap-6"
    >
      {failure !== undefined && (
        <Notice tone="error" title={i18n.t('The code was not sent')}>
          {failure}
        </Notice>
      )}
      <PhoneField
        {...field}
        onChange={(phone) => {
          field.onChange(phone)
          onTyped(phone)
        }}
        label={i18n.t('Phone number')}
        hint={i18n.t('We’ll text you a 6-digit code.')}
        countries={countries}
        country={country}
        onCountryChange={onCountryChange}
      />
      {other && (
        <Notice
          title={i18n.t('This looks like a number in {country}', {
            country: countryInSentence(other.country.code),
          })}
          action={
            <Button
              variant="secondary"
              onClick={() => {
                onCountryChange(other.country.code)
                form.setValues({ phone: other.e164 })
                onTyped(other.e164)
                document.getElementById(field.id)?.focus()
              }}
            >
              {i18n.t('Use {number}', { number: formatPhone(other.e164) })}
            </Button>
          }
        />
      )}
      <Button type="submit" size="lg" full busy={form.busy} busyLabel={i18n.t('Sending the code')}>
        {i18n.t('Submit')}
      </Button>
      <WorkNotice />
    </form>
  )
}
