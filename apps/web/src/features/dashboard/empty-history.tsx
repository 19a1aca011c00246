import { paths } from '../../lib/paths.ts'
import { BasketArt } from '../../ui/art/art.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { STATUS_WORDS } from '../../ui/feedback/status.tsx'
import type { PageCursor } from './page-cursor.ts'

/** Invites a customer without transfers to send the first one. */
export function NoTransfers() {
  return (
    <EmptyState
      art={<BasketArt />}
      title="No transfers yet"
      action={
        <ButtonLink href={paths.sendMoney} size="lg">
          Send Money
        </ButtonLink>
      }
    >
      Your transfers will show up here.
    </EmptyState>
  )
}

interface NothingFoundProps extends Pick<PageCursor, 'search' | 'status'> {
  onShowAll: () => void
}

/** Shown when no transfer matches the search or the filter. */
export function NothingFound({ search, status, onShowAll }: NothingFoundProps) {
  const which = status === null ? '' : ` among those with the status “${STATUS_WORDS[status]}”`
  return (
    <EmptyState
      title={
        search === ''
          ? `No transfer has the status “${STATUS_WORDS[status ?? 'sent']}”`
          : `Nothing matches “${search}”${which}`
      }
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

/** Shown for a page past the end of the list, such as an old bookmark. */
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
