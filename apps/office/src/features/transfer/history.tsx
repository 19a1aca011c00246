import type { TransferPage } from '@sesa/contract/office'
import { formatMoment } from '@sesa/web/format'
import { Timeline, type TimelineEntry } from '@sesa/web/ui/feedback/timeline.tsx'
import { readable } from '../../lib/words.ts'

type Event = TransferPage['events'][number]

/** The transfer's events, oldest first. */
export function Events({ events, archived }: { events: readonly Event[]; archived: boolean }) {
  if (archived) return <p className="text-muted">The events of this month are archived.</p>
  if (events.length === 0) return <p className="text-muted">Nothing has happened yet.</p>
  const entries = events.map((event, index): TimelineEntry => ({
    key: String(index),
    text: eventText(event),
    when: formatMoment(event.at),
    state: index === events.length - 1 ? 'current' : 'done',
  }))
  return <Timeline label="Events" entries={entries} />
}

/** Says what happened in one line: "Held: Funded, Late capture, by Ama Mensah: a note". */
export function eventText({ kind, from, to, holdReason, by, detail }: Event): string {
  const states = from === null || from === to ? readable(to) : `${readable(from)} to ${readable(to)}`
  const parts = [
    states,
    ...(holdReason === null ? [] : [readable(holdReason)]),
    ...(by === null ? [] : [`by ${by}`]),
  ]
  // A transition says what happened by its states; so does an event that is named like its state.
  const name = kind === 'moved' || readable(kind) === states ? '' : `${readable(kind)}: `
  return `${name}${parts.join(', ')}${detail === null ? '' : `: ${detail}`}`
}

const KINDS = { payout: 'Pay-out', refund: 'Refund', dispute: 'Dispute' } as const

/** What was tried at the providers, and how it ended. */
export function Attempts({ attempts }: { attempts: TransferPage['attempts'] }) {
  if (attempts.length === 0) return <p className="text-muted">No pay-out, refund or dispute yet.</p>
  return (
    <ul className="flex flex-col gap-2">
      {attempts.map(({ at, kind, outcome }) => (
        <li key={`${at}${kind}`}>
          <b>{KINDS[kind]}</b>, {formatMoment(at)}: {outcome === null ? 'no outcome yet' : readable(outcome)}
        </li>
      ))}
    </ul>
  )
}
