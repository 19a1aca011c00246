import { useState, type ReactNode } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { calls, type CountryCode, type SenderDetails, type IdentificationType } from '@sesa/contract'
import * as i18n from '@sesa/contract/i18n'
import { Button, ButtonRow } from '@sesa/ui/button.tsx'
import { Card } from '@sesa/ui/layout/card.tsx'
import { ErrorSummary } from '@sesa/ui/fields/error-summary.tsx'
import { SelectField } from '@sesa/ui/fields/select-field.tsx'
import { TextField } from '@sesa/ui/fields/text-field.tsx'
import { tryCall } from '../../lib/api/api.ts'
import { useRememberedForm } from '../../lib/forms/remembered-form.ts'
import { SENDER_DETAILS_KEY } from '../../lib/sender-details.ts'
import { isNumberKept, senderSchema, valuesOf } from './form-schema.ts'
import { senderFormMemory } from './form-memory.ts'
import { ISO_COUNTRIES } from '@sesa/contract/iso-countries'

/** Returns every country with its English name, sorted by name. */
function countryOptions(): { value: string; label: string }[] {
  const names = new Intl.DisplayNames('en', { type: 'region' })
  return ISO_COUNTRIES.map((code) => ({ value: code, label: names.of(code) ?? code })).sort((a, b) =>
    a.label.localeCompare(b.label, 'en'),
  )
}

const DOCUMENTS: readonly { value: IdentificationType; label: string }[] = [
  { value: 'national_id', label: i18n.t('National identity card') },
  { value: 'passport', label: i18n.t('Passport') },
  { value: 'driving_license', label: i18n.t('Driving licence') },
  { value: 'residence_permit', label: i18n.t('Residence permit') },
  { value: 'social_security_id', label: i18n.t('Social security card') },
]

interface SenderFormProps {
  uid: string
  home: CountryCode | null
  saved: SenderDetails | null
  /** Called once the details are saved. */
  onSaved: () => void
  /** Called when errors appear or disappear, for the page's title. */
  onErrors: (hasErrors: boolean) => void
  /** A link next to the submit button that leaves the form. */
  leave: ReactNode
}

/** Renders nationality, address and identity document. */
export function SenderForm({ uid, home, saved, onSaved, onErrors, leave }: SenderFormProps) {
  const client = useQueryClient()
  const [countries] = useState(countryOptions)
  const form = useRememberedForm({
    keeper: senderFormMemory,
    uid,
    onErrors,
    schema: senderSchema(saved),
    initial: valuesOf(saved, home),
    onSubmit: async (body) => {
      const { data, error } = await tryCall(calls.putSenderDetails, { body })
      if (error) return error
      senderFormMemory.forget()
      client.setQueryData(SENDER_DETAILS_KEY, data)
      onSaved()
      return null
    },
  })
  const { values, summary } = form
  const isKept = isNumberKept(saved, values.identificationType)

  return (
    <form noValidate onSubmit={(event) => void form.submit(event)} className="flex flex-col gap-6">
      <ErrorSummary errors={summary} attempt={form.attempt} />
      <Card className="flex flex-col gap-6">
        <h2 className="text-2xl">{i18n.t('Identity document')}</h2>
        <SelectField
          {...form.field('nationality')}
          label={i18n.t('Nationality')}
          placeholder={i18n.t('Choose a country')}
          options={countries}
        />
        <SelectField
          {...form.field('identificationType')}
          label={i18n.t('Document')}
          placeholder={i18n.t('Choose a document')}
          options={DOCUMENTS}
        />
        <TextField
          {...form.field('identificationNumber')}
          label={i18n.t('ID number')}
          hint={
            isKept
              ? i18n.t(
                  'We have your ID number ending in {identificationEnding}. Leave this blank to keep it.',
                  { identificationEnding: saved?.identificationEnding ?? '' },
                )
              : i18n.t('Exactly as on the document. We store it encrypted.')
          }
          autoComplete="off"
          spellCheck={false}
        />
        <TextField
          {...form.field('occupation')}
          label={i18n.t('Occupation')}
          optional
          autoComplete="organization-title"
          spellCheck={false}
        />
      </Card>
      <Card className="flex flex-col gap-6">
        <h2 className="text-2xl">{i18n.t('Where you live')}</h2>
        <TextField
          {...form.field('addressLine')}
          label={i18n.t('Street address')}
          hint={i18n.t('No street name? Give a nearby landmark.')}
          autoComplete="address-line1"
          spellCheck={false}
        />
        <TextField
          {...form.field('city')}
          label={i18n.t('City or town')}
          autoComplete="address-level2"
          spellCheck={false}
        />
        <TextField
          {...form.field('postalCode')}
          label={i18n.t('Postal code')}
          hint={i18n.t('Leave blank if you don’t have one.')}
          optional
          autoComplete="postal-code"
          spellCheck={false}
        />
        <SelectField
          {...form.field('country')}
          label={i18n.t('Country you live in')}
          placeholder={i18n.t('Choose a country')}
          options={countries}
          autoComplete="country"
        />
      </Card>
      <ButtonRow>
        <Button type="submit" size="lg" busy={form.busy} busyLabel={i18n.t('Saving')}>
          {i18n.t('Save')}
        </Button>
        {leave}
      </ButtonRow>
    </form>
  )
}
