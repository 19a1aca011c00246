import * as i18n from '@sesa/contract/i18n'
import { Button, ButtonLink } from '@sesa/ui/button.tsx'
import { EmptyState } from '@sesa/ui/feedback/empty-state.tsx'
import { STATUS_WORDS } from '@sesa/ui/feedback/status.tsx'
import { paths } from '../../../lib/paths.ts'
import type { PageCursor } from './page-cursor.ts'

/** Renders the message until the first transfer; the way to it is above. */
export function NoTransfers() {
  return <p className="text-muted">{i18n.t('No transfers yet. Your transfers will show up here.')}</p>
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
          {i18n.t('Show all transfers')}
        </Button>
      }
    >
      {i18n.t('Try a name, reference or amount.')}
    </EmptyState>
  )
}

function nothingWords({ search, status, from, to }: Omit<NothingFoundProps, 'onShowAll'>): string {
  const word = status === null ? '' : STATUS_WORDS[status]
  const onDays = from !== '' || to !== ''
  if (search === '' && status === null)
    return onDays ? i18n.t('You made no transfers on these days') : i18n.t('You made no transfers')
  if (search === '')
    return onDays
      ? i18n.t('No transfer has the status “{word}” on these days', { word })
      : i18n.t('No transfer has the status “{word}”', { word })
  if (status === null)
    return onDays
      ? i18n.t('Nothing matches “{search}” on these days', { search })
      : i18n.t('Nothing matches “{search}”', { search })
  return onDays
    ? i18n.t('Nothing matches “{search}” among those with the status “{word}” on these days', {
        search,
        word,
      })
    : i18n.t('Nothing matches “{search}” among those with the status “{word}”', { search, word })
}

/** Renders the message for a page past the end of the list, for example from an old bookmark. */
export function NothingOlder() {
  return (
    <EmptyState
      title={i18n.t('There are no older transfers')}
      action={
        <ButtonLink href={paths.dashboard} variant="secondary">
          {i18n.t('Show the latest transfers')}
        </ButtonLink>
      }
    />
  )
}
