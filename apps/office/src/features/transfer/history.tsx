import type { TransferPage } from '@sesa/contract/office'
import { Timeline, type TimelineEntry } from '@sesa/ui/feedback/timeline.tsx'
import { codeText, exactMoment, providerName, wordOf } from '../../lib/words.ts'
import { Figures, type FigureColumn } from '../../parts/figures.tsx'

type Event = TransferPage['events'][number]

/** The transfer's events, oldest first. */
export function Events({ events, archived }: { events: readonly Event[]; archived: boolean }) {
  if (archived) return <p className="text-muted">This month’s events are archived.</p>
  if (events.length === 0) return <p className="text-muted">Nothing has happened yet.</p>
  const entries = events.map((event, index): TimelineEntry => ({
    key: String(index),
    text: eventText(event),
    when: exactMoment(event.at),
    state: index === events.length - 1 ? 'current' : 'done',
  }))
  return <Timeline label="Events" entries={entries} />
}

/** Says what happened in one line: "Held: Paid, Stopped by staff, by Ama Mensah: a note". */
export function eventText({ kind, from, to, holdReason, by, approvedBy, detail }: Event): string {
  const now = wordOf('state', to)
  const parts = [
    from === null || from === to ? now : `${wordOf('state', from)} to ${now}`,
    ...(holdReason === null ? [] : [wordOf('hold', holdReason)]),
    ...(by === null ? [] : [`by ${by}`]),
    ...(approvedBy === null ? [] : [`approved by ${approvedBy}`]),
  ]
  // A transition says what happened by its states.
  const name = kind === 'moved' ? '' : `${wordOf('event', kind)}: `
  return `${name}${parts.join(', ')}${detail === null ? '' : `: ${codeText(detail)}`}`
}

const KINDS = { payout: 'Pay-out', refund: 'Refund', dispute: 'Dispute' } as const

const ATTEMPTS: readonly FigureColumn<TransferPage['attempts'][number]>[] = [
  { key: 'kind', header: 'Attempt', render: ({ kind, number }) => `${KINDS[kind]} ${number}` },
  {
    key: 'rail',
    header: 'Provider',
    render: ({ kind, rail }) => (rail === null ? providerOf(kind) : providerName(rail)),
  },
  { key: 'at', header: 'Started', render: ({ at }) => exactMoment(at) },
  { key: 'ended', header: 'Ended', render: ({ endedAt }) => (endedAt === null ? '' : exactMoment(endedAt)) },
  { key: 'outcome', header: 'Outcome', render: outcomeOf },
]

const providerOf = (kind: keyof typeof KINDS): string => (kind === 'payout' ? 'No rail yet' : 'Card provider')

function outcomeOf({ kind, outcome, answer }: TransferPage['attempts'][number]): string {
  if (kind === 'refund') return 'See the timeline'
  if (kind === 'dispute') return outcome ?? ''
  const said = outcome === null ? 'No outcome yet' : wordOf('attempt', outcome)
  return answer === null ? said : `${said}: ${answer}`
}

/** The attempts at the providers with their outcomes, and the time of the next step. */
export function Attempts({ attempts, nextStep }: Pick<TransferPage, 'attempts' | 'nextStep'>) {
  return (
    <>
      <Figures
        caption="Attempts"
        hideCaption
        columns={ATTEMPTS}
        rows={attempts}
        rowKey={({ kind, number }) => `${kind} ${number}`}
        none="No pay-out, refund or dispute yet."
      />
      <p>{nextStepText(nextStep)}</p>
    </>
  )
}

function nextStepText({ at, tries, failures }: TransferPage['nextStep']): string {
  if (at === null) return 'No next step.'
  const failed = failures === 0 ? '' : ` ${failures} failed in a row.`
  return `Next step: ${exactMoment(at)}. Attempts at this step: ${tries}.${failed}`
}
