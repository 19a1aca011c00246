import * as v from 'valibot'
import { COUNTRIES, DESTINATIONS, isDestination } from '@sesa/contract'
import { officeCalls, type Approval } from '@sesa/contract/office'
import { RadioGroup } from '@sesa/web/ui/fields/radio-group.tsx'
import { SelectField } from '@sesa/web/ui/fields/select-field.tsx'
import { TextArea } from '@sesa/web/ui/fields/text-area.tsx'
import { tryCall } from '../../lib/api.ts'
import { reasonSchema } from '../../lib/schemas.ts'
import { ChangeForm } from '../../parts/change-form.tsx'
import { useChange } from '../../parts/use-change.ts'

const SENDERS = COUNTRIES.map(({ code, name }) => ({ value: code, label: name }))
const RECIPIENTS = SENDERS.filter(({ value }) => isDestination(value))

const schema = v.pipe(
  v.object({
    sender: v.picklist(
      COUNTRIES.map(({ code }) => code),
      'Choose where the money comes from.',
    ),
    recipient: v.picklist(DESTINATIONS, 'Choose where the money goes.'),
    state: v.picklist(['open', 'close'], 'Choose whether to open or close it.'),
    words: v.pipe(v.string(), v.trim(), v.maxLength(300, 'Shorten it to 300 characters.')),
    reason: reasonSchema,
  }),
  v.forward(
    v.partialCheck(
      [['state'], ['words']],
      ({ state, words }) => state !== 'close' || words.length >= 10,
      'Write what customers read, in at least 10 characters.',
    ),
    ['words'],
  ),
)

/** Asks to open or close a corridor. */
export function Corridor({ onAsked }: { onAsked: (approval: Approval) => void }) {
  const form = useChange({
    schema,
    initial: { sender: '', recipient: '', state: '', words: '', reason: '' },
    idPrefix: 'corridor-',
    ask: ({ sender, recipient, state, words, reason }) =>
      tryCall(officeCalls.requestCorridor, {
        params: { sender, recipient },
        body: { open: state === 'open', reason, ...(state === 'close' && { words }) },
      }),
    onAsked,
  })
  return (
    <ChangeForm title="Corridor" form={form} reason={form.field('reason')}>
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          label="From"
          placeholder="Choose a country"
          options={SENDERS}
          {...form.field('sender')}
        />
        <SelectField
          label="To"
          placeholder="Choose a country"
          options={RECIPIENTS}
          {...form.field('recipient')}
        />
      </div>
      <RadioGroup
        label="Change"
        inline
        options={[
          { value: 'open', label: 'Open' },
          { value: 'close', label: 'Close' },
        ]}
        {...form.field('state')}
      />
      {form.values.state === 'close' && (
        <TextArea
          label="What customers read"
          rows={2}
          hint="Why it is closed and when they can try again."
          {...form.field('words')}
        />
      )}
    </ChangeForm>
  )
}
