import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearchParams } from 'react-router'
import * as v from 'valibot'
import { officeCalls } from '@sesa/contract/office'
import { useForm } from '@sesa/ui/form.ts'
import { RadioGroup } from '@sesa/ui/fields/radio-group.tsx'
import { TextArea } from '@sesa/ui/fields/text-area.tsx'
import { TextField } from '@sesa/ui/fields/text-field.tsx'
import { tryCall } from '../../lib/api.ts'
import { BASE, paths } from '../../lib/paths.ts'
import { reasonSchema } from '../../lib/schemas.ts'
import { ChangeForm } from '../../parts/change-form.tsx'
import { KIND_WORDS } from './words.ts'
import { dayFromNow } from '../../lib/days.ts'

const schema = v.object({
  kind: v.picklist(['access', 'erasure'], 'Choose a request type.'),
  customerId: v.pipe(v.string(), v.trim(), v.uuid('Copy the account id from the customer page.')),
  received: v.pipe(v.string(), v.isoDate('Choose the date received.')),
  identityConfirmed: reasonSchema,
  reason: reasonSchema,
})

/** Records a customer’s request for their data, or for its erasure. */
export function NewRequest() {
  const navigate = useNavigate()
  const client = useQueryClient()
  const [search] = useSearchParams()
  const form = useForm({
    schema,
    initial: {
      kind: '',
      customerId: search.get('customer') ?? '',
      received: dayFromNow(0),
      identityConfirmed: '',
      reason: '',
    },
    fieldOf: { receivedAt: 'received' },
    onSubmit: async ({ received, ...given }) => {
      const { data, error } = await tryCall(officeCalls.openPrivacyRequest, {
        body: { ...given, receivedAt: `${received}T00:00:00Z` },
      })
      if (error) return error
      await client.invalidateQueries({ queryKey: ['work'] })
      await navigate(paths.privacyRequest(data.number).slice(BASE.length))
      return null
    },
  })
  return (
    <ChangeForm title="Request" confirm="Record request" form={form} reason={form.field('reason')}>
      <RadioGroup
        label="Request type"
        inline
        options={[
          { value: 'access', label: KIND_WORDS.access },
          { value: 'erasure', label: KIND_WORDS.erasure },
        ]}
        {...form.field('kind')}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="Account"
          hint="The account id from the customer page."
          autoComplete="off"
          spellCheck={false}
          {...form.field('customerId')}
        />
        <TextField
          label="Received"
          type="date"
          hint="The deadline runs from the start of this day."
          {...form.field('received')}
        />
      </div>
      <TextArea
        label="How you verified the customer’s identity"
        rows={2}
        hint="For example: call back. Leave out personal data."
        {...form.field('identityConfirmed')}
      />
    </ChangeForm>
  )
}
