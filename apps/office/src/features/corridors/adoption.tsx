import * as v from 'valibot'
import { officeCalls, type Approval } from '@sesa/contract/office'
import { TextField } from '@sesa/ui/fields/text-field.tsx'
import { tryCall } from '../../lib/api.ts'
import { reasonSchema } from '../../lib/schemas.ts'
import { useChange } from '../../parts/use-change.ts'
import { ChangeFormDialog } from '../../parts/form-dialog.tsx'

const MOST_MINUTES = 1440

const schema = v.object({
  since: v.pipe(
    v.string(),
    v.trim(),
    v.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?Z$/, 'Enter a UTC time, for example 2026-11-26T02:30:00Z.'),
    v.check((text) => !Number.isNaN(Date.parse(text)), 'Enter a valid date and time.'),
  ),
  waitMinutes: v.pipe(
    v.string(),
    v.trim(),
    v.regex(/^\d{1,4}$/, 'Enter a whole number of minutes.'),
    v.transform((text) => Number.parseInt(text, 10)),
    v.maxValue(MOST_MINUTES, 'Enter at most 1440 minutes (one day).'),
  ),
  reason: reasonSchema,
})

interface AdoptionProps {
  onAsked: (approval: Approval) => void
  onClose: () => void
}

/** Asks to make lost transfers again after a restore. */
export function Adoption({ onAsked, onClose }: AdoptionProps) {
  const form = useChange({
    schema,
    initial: { since: '', waitMinutes: '', reason: '' },
    idPrefix: 'adoption-',
    ask: (body) => tryCall(officeCalls.requestAdoption, { body }),
    onAsked,
  })
  return (
    <ChangeFormDialog
      title="Recover lost transfers"
      confirm="Request approval"
      form={form}
      reason={form.field('reason')}
      onClose={onClose}
    >
      <TextField
        label="Lost since"
        hint="Backup time in UTC, for example 2026-11-26T02:30:00Z."
        autoComplete="off"
        {...form.field('since')}
      />
      <TextField
        label="Minutes to wait"
        hint="Time for providers to report late payments. See the restore runbook."
        inputMode="numeric"
        autoComplete="off"
        {...form.field('waitMinutes')}
      />
    </ChangeFormDialog>
  )
}
