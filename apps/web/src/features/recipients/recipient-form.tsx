import { useQueryClient } from '@tanstack/react-query'
import {
  calls,
  destinationsFrom,
  findCountry,
  NETWORKS,
  type CountryCode,
  type Recipient,
} from '@sesa/contract'
import * as i18n from '@sesa/contract/i18n'
import { Button, ButtonRow } from '@sesa/ui/button.tsx'
import { ErrorSummary } from '@sesa/ui/fields/error-summary.tsx'
import { PhoneField } from '@sesa/ui/fields/phone-field.tsx'
import { SelectField } from '@sesa/ui/fields/select-field.tsx'
import { TextField } from '@sesa/ui/fields/text-field.tsx'
import { Card } from '@sesa/ui/layout/card.tsx'
import { tryCall } from '../../lib/api/api.ts'
import { loadPhones } from '../../lib/forms/phone.ts'
import { useRememberedForm } from '../../lib/forms/remembered-form.ts'
import { recipientsQuery } from '../../lib/recipients.ts'
import { networkFor, recipientSchema, valuesOf, withCountry, type RecipientValues } from './form-schema.ts'
import { formMemory } from '../../lib/forms/form-memory.ts'

const recipientFormMemory = formMemory<RecipientValues>()

interface RecipientFormProps {
  owner: string
  sender: CountryCode
  /** Null to add one. */
  recipient: Recipient | null
  onErrors: (hasErrors: boolean) => void
  onSaved: (recipient: Recipient) => void
  onCancel: () => void
}

/** Adds or changes a saved recipient. */
export default function RecipientForm(props: RecipientFormProps) {
  const { owner, sender, recipient, onErrors, onSaved, onCancel } = props
  const client = useQueryClient()
  const form = useRememberedForm({
    keeper: recipientFormMemory,
    uid: `${owner} ${recipient?.id ?? ''}`,
    onErrors,
    schema: recipientSchema(recipient?.favourite ?? false),
    initial: valuesOf(recipient, sender),
    ready: loadPhones,
    onSubmit: async (body) => {
      const { data, error } =
        recipient === null
          ? await tryCall(calls.addRecipient, { body })
          : await tryCall(calls.updateRecipient, { body, params: { id: recipient.id } })
      if (error) return error
      recipientFormMemory.forget()
      await client.invalidateQueries({ queryKey: recipientsQuery(owner).queryKey })
      onSaved(data.recipient)
      return null
    },
  })
  const { values } = form
  const { country } = values
  const phone = form.field('phone')
  const destination = findCountry(country)
  const networks = NETWORKS.filter((entry) => entry.country === country)
  const countries = destinationsFrom(sender).map((code) => ({
    value: code,
    label: findCountry(code)?.name ?? code,
  }))
  return (
    <form noValidate onSubmit={(event) => void form.submit(event)} className="flex flex-col gap-6">
      <ErrorSummary errors={form.summary} attempt={form.attempt} />
      <Card className="flex flex-col gap-5">
        <SelectField
          {...form.field('country')}
          label={i18n.t('Country')}
          options={countries}
          onChange={(code) => {
            form.field('country').onChange(code)
            form.setValues(withCountry(values, code))
          }}
        />
        <PhoneField
          {...phone}
          key={country}
          label={i18n.t('Mobile number')}
          hint={i18n.t('Their {name} mobile money number.', { name: destination?.name ?? '' })}
          countries={destination ? [destination] : []}
          country={country}
          autoComplete="off"
          onChange={(text) => {
            phone.onChange(text)
            form.set('network', networkFor(values, text))
          }}
        />
        <SelectField
          {...form.field('network')}
          label={i18n.t('Mobile network')}
          placeholder={i18n.t('Choose a network')}
          options={networks.map(({ value, label }) => ({ value, label }))}
        />
        <TextField
          {...form.field('name')}
          label={i18n.t('Recipient’s full name')}
          hint={i18n.t('As registered with their mobile network.')}
          autoComplete="off"
          spellCheck={false}
        />
        <TextField
          {...form.field('nickname')}
          label={i18n.t('Nickname')}
          hint={i18n.t('Only you see it.')}
          optional
          autoComplete="off"
          spellCheck={false}
        />
      </Card>
      <ButtonRow>
        <Button type="submit" size="lg" busy={form.busy} busyLabel={i18n.t('Saving')}>
          {i18n.t('Save')}
        </Button>
        <Button
          variant="secondary"
          size="lg"
          onClick={() => {
            recipientFormMemory.forget()
            onCancel()
          }}
        >
          {i18n.t('Cancel')}
        </Button>
      </ButtonRow>
    </form>
  )
}
