import * as v from 'valibot'
import { readPersonName } from '@sesa/contract'
import { NAME_DOCUMENTS, officeCalls } from '@sesa/contract/office'
import { useForm } from '@sesa/ui/form.ts'
import { SelectField } from '@sesa/ui/fields/select-field.tsx'
import { TextField } from '@sesa/ui/fields/text-field.tsx'
import { tryCall } from '../../lib/api.ts'
import { reasonSchema } from '../../lib/schemas.ts'
import { readable } from '../../lib/words.ts'
import { useAsked } from '../../parts/asked-notice.tsx'
import { ChangeForm } from '../../parts/change-form.tsx'

const schema = v.object({
  name: v.pipe(
    v.string(),
    v.check((text) => readPersonName(text).ok, 'Enter the name as on the document.'),
  ),
  document: v.picklist(NAME_DOCUMENTS, 'Choose the document you saw.'),
  seen: v.pipe(
    v.string(),
    v.trim(),
    v.minLength(3, 'Describe the document you saw.'),
    v.maxLength(200, 'Shorten it to 200 characters.'),
  ),
  reason: reasonSchema,
})

/** Asks a second person to correct the customer's name. */
export function NameForm({ id }: { id: string }) {
  const { ask, asked } = useAsked()
  const form = useForm({
    schema,
    initial: { name: '', document: '', seen: '', reason: '' },
    onSubmit: ask((body) => tryCall(officeCalls.requestNameCorrection, { params: { id }, body })),
  })
  if (asked) return asked
  return (
    <ChangeForm title="Correct name" form={form} reason={form.field('reason')}>
      <p className="text-muted">
        Compliance approves the correction. The new name is screened, and the customer is notified.
      </p>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="Name on the document"
          hint="Full name, first name first."
          autoComplete="off"
          spellCheck={false}
          {...form.field('name')}
        />
        <SelectField
          label="Document"
          options={[
            { value: '', label: 'Choose one' },
            ...NAME_DOCUMENTS.map((value) => ({ value, label: readable(value) })),
          ]}
          {...form.field('document')}
        />
      </div>
      <TextField
        label="Document details"
        hint="For example: issuer and issue date. Leave out the number."
        {...form.field('seen')}
      />
    </ChangeForm>
  )
}
