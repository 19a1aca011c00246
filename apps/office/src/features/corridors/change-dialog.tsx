import type { ReactNode } from 'react'
import * as v from 'valibot'
import { officeCalls, type Approval } from '@sesa/contract/office'
import type { Failure } from '@sesa/ui/api/http.ts'
import { useForm } from '@sesa/ui/form.ts'
import { RadioGroup } from '@sesa/ui/fields/radio-group.tsx'
import { TextArea } from '@sesa/ui/fields/text-area.tsx'
import type { Outcome } from '@sesa/ui/api/client.ts'
import { tryCall, useAct } from '../../lib/api.ts'
import { reasonSchema } from '../../lib/schemas.ts'
import { SpanFields, spanOf } from '../../parts/span-fields.tsx'
import { ChangeFormDialog } from '../../parts/form-dialog.tsx'
import { targetName, type Target } from './corridor-matrix.ts'

const schema = v.pipe(
  v.object({
    target: v.string(),
    change: v.picklist(['close', 'plan', 'open'], 'Choose a change.'),
    from: v.string(),
    until: v.string(),
    words: v.pipe(v.string(), v.trim(), v.maxLength(300, 'Shorten it to 300 characters.')),
    reason: reasonSchema,
  }),
  v.forward(
    v.partialCheck(
      [['change'], ['words']],
      ({ change, words }) => change === 'open' || words.length >= 10,
      'Enter a message to customers of at least 10 characters.',
    ),
    ['words'],
  ),
  v.forward(
    v.partialCheck(
      [['change'], ['from']],
      ({ change, from }) => change !== 'plan' || spanOf({ from, until: '' }).from !== null,
      'Enter a date and time, for example 01:00.',
    ),
    ['from'],
  ),
  v.forward(
    v.partialCheck(
      [['change'], ['from'], ['until']],
      ({ change, ...typed }) => {
        const { from, until } = spanOf(typed)
        return change !== 'plan' || (until !== null && (from === null || until > from))
      },
      'Enter a later date and time, for example 04:00.',
    ),
    ['until'],
  ),
)

/** A checked form. */
interface Wanted extends v.InferOutput<typeof schema> {
  readonly span: { readonly from: string; readonly until: string } | undefined
}

interface ChangeDialogProps {
  title: string
  /** At least one, that the member may change. */
  targets: readonly Target[]
  intro: ReactNode
  onAsked: (approval: Approval) => void
  onClose: () => void
}

/** Closes a rail now or for a period. Requests what two people must agree on: openings, and closing a corridor. */
export function ChangeDialog({ title, targets, intro, onAsked, onClose }: ChangeDialogProps) {
  const act = useAct()
  const form = useForm({
    schema,
    initial: { target: '0', change: '', from: '', until: '', words: '', reason: '' },
    idPrefix: 'change-',
    async onSubmit(values) {
      const { from, until } = spanOf(values)
      const isPlan = values.change === 'plan' && from !== null && until !== null
      const span = isPlan ? { from: from.toISOString(), until: until.toISOString() } : undefined
      const target = targets[Number(values.target)]
      if (target === undefined) return null
      const failure = await carryOut(target, { ...values, span })
      if (failure === null) onClose()
      return failure
    },
  })
  const carryOut = (target: Target, wanted: Wanted): Promise<Failure | null> => {
    const asked = askFor(target, wanted)
    if (asked === null)
      return act(() => closeNow(target, wanted), {
        said: wanted.span === undefined ? `${targetName(target)} closed` : 'Planned',
        changes: [['rails'], ['corridors'], ['planned-closings']],
      })()
    return act(() => asked, {
      then: ({ approval }) => {
        onAsked(approval)
        scrollTo(0, 0)
      },
      changes: [['approvals']],
    })()
  }
  const target = targets[Number(form.values.target)]
  const isRail = target?.kind === 'rail'
  const { change } = form.values
  const takesTwo = !isRail || change === 'open'
  return (
    <ChangeFormDialog
      title={title}
      confirm={takesTwo ? 'Request approval' : change === 'plan' ? 'Plan closing' : 'Close now'}
      form={form}
      reason={form.field('reason')}
      intro={intro}
      onClose={onClose}
    >
      {targets.length > 1 && (
        <RadioGroup
          label="Open or close"
          options={targets.map((one, index) => ({
            value: String(index),
            label: targetName(one),
            hint: one.kind === 'corridor' ? 'For these senders, all networks' : 'For all senders',
          }))}
          {...form.field('target')}
        />
      )}
      <RadioGroup
        label="Change"
        inline
        options={[
          { value: 'close', label: 'Close' },
          { value: 'plan', label: 'Close for a time' },
          { value: 'open', label: 'Open' },
        ]}
        {...form.field('change')}
      />
      {change === 'plan' && (
        <SpanFields
          id="change"
          typed={form.values}
          problems={{ from: form.errors.from, until: form.errors.until }}
          onChange={form.setValues}
        />
      )}
      {(change === 'close' || change === 'plan') && (
        <TextArea
          label="Message to customers"
          rows={2}
          hint={
            isRail
              ? 'Shown if no other rail is open. Say why and when to try again.'
              : 'Why it’s closed and when to try again.'
          }
          {...form.field('words')}
        />
      )}
      {change === 'open' && isRail && <p>Transfers waiting for this rail are sent as soon as it opens.</p>}
      {change !== '' && !takesTwo && (
        <p>
          New transfers use the network’s next open rail; those on this rail wait. Reopening needs approval.
        </p>
      )}
    </ChangeFormDialog>
  )
}

/** Asks for a change that takes two people; null for one that a member makes alone. */
function askFor(target: Target, { change, words, span, reason }: Wanted) {
  if (target.kind === 'rail')
    return change === 'open'
      ? tryCall(officeCalls.requestOpenRail, {
          params: { rail: target.rail },
          body: { to: placeOf(target), reason },
        })
      : null
  const { sender, recipient } = target.corridor
  const params = { sender, recipient }
  return change === 'open'
    ? tryCall(officeCalls.requestOpenCorridor, { params, body: { reason } })
    : tryCall(officeCalls.requestCloseCorridor, { params, body: { words, ...(span && { span }), reason } })
}

/** Closes a rail, now or for a time. */
function closeNow(target: Target, { words, span, reason }: Wanted): Promise<Outcome<unknown>> {
  if (target.kind === 'corridor') throw new Error('Two people close a corridor')
  const params = { rail: target.rail }
  const body = { to: placeOf(target), words, reason }
  return span === undefined
    ? tryCall(officeCalls.closeRail, { params, body })
    : tryCall(officeCalls.planRailClosing, { params, body: { ...body, ...span } })
}

const placeOf = ({ to }: Extract<Target, { kind: 'rail' }>) =>
  to && { country: to.country, network: to.value }
