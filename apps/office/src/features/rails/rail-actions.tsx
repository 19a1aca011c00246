import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import * as v from 'valibot'
import { officeCalls, type Approval, type RailRoute } from '@sesa/contract/office'
import { useForm } from '@sesa/ui/form.ts'
import { Button } from '@sesa/ui/button.tsx'
import { ErrorSummary } from '@sesa/ui/fields/error-summary.tsx'
import { TextArea } from '@sesa/ui/fields/text-area.tsx'
import { useToast } from '@sesa/ui/feedback/toast.tsx'
import { Dialog } from '@sesa/ui/overlay/dialog.tsx'
import { tryCall } from '../../lib/api.ts'
import { reasonSchema } from '../../lib/schemas.ts'
import { networkName } from '../../lib/words.ts'
import { ReasonDialog } from '../../parts/reason-dialog.tsx'

interface RailActionsProps {
  rail: string
  /** Null for every network of the rail. */
  to: Pick<RailRoute, 'country' | 'network'> | null
  isOff: boolean
  onAsked: (approval: Approval) => void
}

const placeOf = (to: RailActionsProps['to']): string =>
  to === null ? 'all networks' : `${networkName(to.network, to.country)} (${to.country})`

/** Closes a rail at once, or asks to open it. */
export function RailActions({ rail, to, isOff, onAsked }: RailActionsProps) {
  const client = useQueryClient()
  const [closing, setClosing] = useState(false)
  if (!isOff)
    return (
      <>
        <Button variant="secondary" onClick={() => setClosing(true)}>
          Close <span className="sr-only">{`${rail} for ${placeOf(to)}`}</span>
        </Button>
        {closing && <CloseDialog rail={rail} to={to} onClose={() => setClosing(false)} />}
      </>
    )
  return (
    <ReasonDialog
      label="Request opening"
      title={`Open ${rail} for ${placeOf(to)}?`}
      confirm="Request approval"
      onSubmit={async (reason) => {
        const { data, error } = await tryCall(officeCalls.requestOpenRail, {
          params: { rail },
          body: { to, reason },
        })
        if (error) return error
        onAsked(data.approval)
        scrollTo(0, 0)
        await client.invalidateQueries({ queryKey: ['approvals'] })
        return null
      }}
    >
      <p>Transfers waiting for this rail are sent as soon as it opens.</p>
    </ReasonDialog>
  )
}

const FORM = 'close-rail'

const schema = v.object({
  words: v.pipe(
    v.string(),
    v.trim(),
    v.minLength(10, 'Enter a message of at least 10 characters.'),
    v.maxLength(300, 'Shorten it to 300 characters.'),
  ),
  reason: reasonSchema,
})

interface CloseDialogProps extends Pick<RailActionsProps, 'rail' | 'to'> {
  onClose: () => void
}

function CloseDialog({ rail, to, onClose }: CloseDialogProps) {
  const client = useQueryClient()
  const toast = useToast()
  const form = useForm({
    schema,
    initial: { words: '', reason: '' },
    idPrefix: 'close-',
    onSubmit: async ({ words, reason }) => {
      const body = { to, words, reason }
      const { data, error } = await tryCall(officeCalls.closeRail, { params: { rail }, body })
      if (error) return error
      client.setQueryData(['rails'], data)
      await client.invalidateQueries({ queryKey: ['corridors'] })
      toast(`${rail} closed for ${placeOf(to)}`)
      onClose()
      return null
    },
  })
  return (
    <Dialog
      open
      title={`Close ${rail} for ${placeOf(to)}?`}
      closeLabel="Cancel"
      busy={form.busy}
      onClose={onClose}
      actions={
        <Button type="submit" form={FORM} busy={form.busy}>
          Close now
        </Button>
      }
    >
      <form
        id={FORM}
        noValidate
        onSubmit={(event) => void form.submit(event)}
        className="flex flex-col gap-4"
      >
        <ErrorSummary errors={form.summary} attempt={form.attempt} />
        <p>New transfers use the network’s next open rail. Reopening needs approval.</p>
        <TextArea
          label="Message to customers"
          rows={2}
          hint="Shown if no other rail is open. Say why and when to try again."
          {...form.field('words')}
        />
        <TextArea
          label="Reason"
          rows={2}
          hint="Recorded permanently under your name."
          {...form.field('reason')}
        />
      </form>
    </Dialog>
  )
}
