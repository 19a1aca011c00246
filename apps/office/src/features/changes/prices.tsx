import * as v from 'valibot'
import { officeCalls, type Approval } from '@sesa/contract/office'
import { TextArea } from '@sesa/web/ui/fields/text-area.tsx'
import { tryCall } from '../../lib/api.ts'
import { reasonSchema } from '../../lib/schemas.ts'
import { ChangeForm } from '../../parts/change-form.tsx'
import { useChange } from '../../parts/use-change.ts'

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A price list as JSON text. */
const listSchema = v.pipe(
  v.string(),
  v.rawTransform(({ dataset, addIssue, NEVER }): Record<string, unknown> => {
    try {
      const list: unknown = JSON.parse(dataset.value)
      if (isObject(list)) return list
    } catch {
      // The message below says what to do.
    }
    addIssue({ message: 'Paste the whole price list as JSON, from { to }.' })
    return NEVER
  }),
)

/** Asks to put a price list in force. */
export function Prices({ onAsked }: { onAsked: (approval: Approval) => void }) {
  const form = useChange({
    schema: v.object({ list: listSchema, reason: reasonSchema }),
    initial: { list: '', reason: '' },
    idPrefix: 'prices-',
    ask: (body) => tryCall(officeCalls.requestPrices, { body }),
    onAsked,
  })
  return (
    <ChangeForm title="Price list" form={form} reason={form.field('reason')}>
      <TextArea
        label="Price list"
        rows={8}
        hint="The JSON of a price list. Simulate it first, with sesa prices simulate."
        {...form.field('list')}
      />
    </ChangeForm>
  )
}
