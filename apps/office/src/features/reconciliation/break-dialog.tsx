import { useQueryClient } from '@tanstack/react-query'
import * as v from 'valibot'
import { officeCalls, type ReconciliationBreak } from '@sesa/contract/office'
import { formatMoment } from '@sesa/ui/format.ts'
import { useForm } from '@sesa/ui/form.ts'
import { Button, TextLink } from '@sesa/ui/button.tsx'
import { ErrorSummary } from '@sesa/ui/fields/error-summary.tsx'
import { TextArea } from '@sesa/ui/fields/text-area.tsx'
import { useToast } from '@sesa/ui/feedback/toast.tsx'
import { Facts } from '@sesa/ui/layout/card.tsx'
import { Dialog } from '@sesa/ui/overlay/dialog.tsx'
import { tryCall } from '../../lib/api.ts'
import { paths } from '../../lib/paths.ts'
import { reasonSchema } from '../../lib/schemas.ts'
import { useMay } from '../../lib/session.ts'
import { breakWord, readable } from '../../lib/words.ts'

const FORM = 'explain'

/** One difference with both sides, and its explanation. */
export function BreakDialog({ shown, onClose }: { shown: ReconciliationBreak; onClose: () => void }) {
  const may = useMay()
  const client = useQueryClient()
  const toast = useToast()
  const mayExplain = shown.state === 'open' && may('reconciliation.explain')
  const form = useForm({
    schema: v.object({ reason: reasonSchema }),
    initial: { reason: '' },
    idPrefix: 'explain-',
    onSubmit: async ({ reason }) => {
      const { error } = await tryCall(officeCalls.explainBreak, {
        params: { id: shown.id },
        body: { reason },
      })
      if (error) return error
      await client.invalidateQueries({ queryKey: ['reconciliation'] })
      toast(`Break ${shown.id} explained`)
      onClose()
      return null
    },
  })
  return (
    <Dialog
      open
      title={`Break ${shown.id}: ${breakWord(shown.kind)}`}
      closeLabel={mayExplain ? 'Cancel' : 'Close'}
      busy={form.busy}
      onClose={onClose}
      {...(mayExplain && {
        actions: (
          <Button type="submit" form={FORM} busy={form.busy}>
            Explain
          </Button>
        ),
      })}
    >
      <Facts compact facts={factsOf(shown)} />
      {mayExplain && (
        <form
          id={FORM}
          noValidate
          onSubmit={(event) => void form.submit(event)}
          className="flex flex-col gap-4"
        >
          <ErrorSummary errors={form.summary} attempt={form.attempt} />
          <p>An explained break is resolved once both books agree. It reopens when either side changes.</p>
          <TextArea
            label="Explanation"
            rows={3}
            hint="Recorded permanently under your name. Leave out personal data."
            {...form.field('reason')}
          />
        </form>
      )}
    </Dialog>
  )
}

function factsOf({ transfer, explained, ...shown }: ReconciliationBreak) {
  return [
    { key: 'state', label: 'State', value: readable(shown.state) },
    { key: 'provider', label: 'Provider', value: shown.provider ?? 'None' },
    {
      key: 'transfer',
      label: 'Transfer',
      value: transfer === null ? 'None' : <TextLink href={paths.transfer(transfer)}>{transfer}</TextLink>,
    },
    { key: 'subject', label: 'Provider id', value: <span className="break-all">{shown.subject}</span> },
    { key: 'ours', label: 'Our books', value: shown.ours ?? 'Nothing' },
    { key: 'theirs', label: 'Provider’s books', value: shown.theirs ?? 'Nothing' },
    { key: 'moved', label: 'Date', value: formatMoment(shown.movedAt) },
    { key: 'since', label: 'First seen', value: formatMoment(shown.firstSeen) },
    { key: 'last', label: 'Last seen', value: formatMoment(shown.lastSeen) },
    ...(explained === null
      ? []
      : [
          {
            key: 'explained',
            label: 'Explained',
            value: `${explained.by}, ${formatMoment(explained.at)}: ${explained.reason}`,
          },
        ]),
  ]
}
