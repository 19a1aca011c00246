import { Button, ButtonLink } from '@sesa/ui/button.tsx'
import { EmptyState } from '@sesa/ui/feedback/empty-state.tsx'
import { STATUS_WORDS } from '@sesa/ui/feedback/status.tsx'
import { paths } from '../../../lib/paths.ts'
import type { PageCursor } from './page-cursor.ts'

/** Renders the message until the first transfer; the way to it is above. */
export function NoTransfers() {
  return <p className="text-muted">No transfers yet. Your transfers will show up here.</p>
}

interface NothingFoundProps extends Pick<PageCursor, 'search' | 'status' | 'from' | 'to'> {
  onShowAll: () => void
}

/** Renders the message when no transfer matches the search or the filter. */
export function NothingFound({ onShowAll, ...filters }: NothingFoundProps) {
  return (
    <EmptyState
      title={nothingWords(filters)}
      action={
        <Button variant="secondary" onClick={onShowAll}>
          Show all transfers
        </Button>
      }
    >
      Try a name, reference or amount.
    </EmptyState>
  )
}

function nothingWords({ search, status, from, to }: Omit<NothingFoundProps, 'onShowAll'>): string {
  const days = from === '' && to === '' ? '' : ' on these days'
  if (search === '')
    return status === null
      ? `You made no transfers${days}`
      : `No transfer has the status “${STATUS_WORDS[status]}”${days}`
  const which = status === null ? '' : ` among those with the status “${STATUS_WORDS[status]}”`
  return `Nothing matches “${search}”${which}${days}`
}

/** Renders the message for a page past the end of the list, for example from an old bookmark. */
export function NothingOlder() {
  return (
    <EmptyState
      title="There are no older transfers"
      action={
        <ButtonLink href={paths.dashboard} variant="secondary">
          Show the latest transfers
        </ButtonLink>
      }
    />
  )
}
