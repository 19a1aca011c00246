import * as v from 'valibot'
import { COUNTRIES, DESTINATIONS, isDestination } from '@sesa/contract'
import { officeCalls, type Approval } from '@sesa/contract/office'
import { RadioGroup } from '@sesa/ui/fields/radio-group.tsx'
import { SelectField } from '@sesa/ui/fields/select-field.tsx'
import { TextArea } from '@sesa/ui/fields/text-area.tsx'
import { tryCall } from '../../lib/api.ts'
import { reasonSchema } from '../../lib/schemas.ts'
import { ChangeForm } from '../../parts/change-form.tsx'
import { SpanFields, spanOf } from '../../parts/span-fields.tsx'
import { useChange } from '../../parts/use-change.ts'

const SENDERS = COUNTRIES.map(({ code, name }) => ({ value: code, label: name }))
const RECIPIENTS = SENDERS.filter(({ value }) => isDestination(value))

const schema = v.pipe(
  v.object({
    sender: v.picklist(
      COUNTRIES.map(({ code }) => code),
      'Choose the sending country.',
    ),
    recipient: v.picklist(DESTINATIONS, 'Choose the receiving country.'),
    state: v.picklist(['open', 'close', 'plan'], 'Choose a change.'),
    from: v.string(),
    until: v.string(),
    words: v.pipe(v.string(), v.trim(), v.maxLength(300, 'Shorten it to 300 characters.')),
    reason: reasonSchema,
  }),
  v.forward(
    v.partialCheck(
      [['state'], ['words']],
      ({ state, words }) => state === 'open' || words.length >= 10,
      'Enter a message to customers of at least 10 characters.',
    ),
    ['words'],
  ),
  v.forward(
    v.partialCheck(
      [['state'], ['from']],
      ({ state, from }) => state !== 'plan' || spanOf({ from, until: '' }).from !== null,
      'Enter a date and time, for example 01:00.',
    ),
    ['from'],
  ),
  v.forward(
    v.partialCheck(
      [['state'], ['from'], ['until']],
      ({ state, ...typed }) => {
        const { from, until } = spanOf(typed)
        return state !== 'plan' || (until !== null && (from === null || until > from))
      },
      'Enter a later date and time, for example 04:00.',
    ),
    ['until'],
  ),
)

/** Asks to open a corridor, to close it, or to close it from one time until another. */
export function Corridor({ onAsked }: { onAsked: (approval: Approval) => void }) {
  const form = useChange({
    schema,
    initial: { sender: '', recipient: '', state: '', from: '', until: '', words: '', reason: '' },
    idPrefix: 'corridor-',
    ask: ({ sender, recipient, state, words, reason, ...typed }) => {
      const params = { sender, recipient }
      if (state === 'open') return tryCall(officeCalls.requestOpenCorridor, { params, body: { reason } })
      const { from, until } = spanOf(typed)
      const isPlanned = state === 'plan' && from !== null && until !== null
      const span = isPlanned && { span: { from: from.toISOString(), until: until.toISOString() } }
      return tryCall(officeCalls.requestCloseCorridor, { params, body: { words, ...span, reason } })
    },
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
          { value: 'plan', label: 'Close temporarily' },
        ]}
        {...form.field('state')}
      />
      {form.values.state === 'plan' && (
        <SpanFields
          id="corridor"
          typed={form.values}
          problems={{ from: form.field('from').error, until: form.field('until').error }}
          onChange={({ from, until }) => {
            if (from !== undefined) form.field('from').onChange(from)
            if (until !== undefined) form.field('until').onChange(until)
          }}
        />
      )}
      {(form.values.state === 'close' || form.values.state === 'plan') && (
        <TextArea
          label="Message to customers"
          rows={2}
          hint="Why it’s closed and when to try again."
          {...form.field('words')}
        />
      )}
    </ChangeForm>
  )
}
