import * as i18n from '@sesa/contract/i18n'
import { Button } from '../button.tsx'
import { Notice } from './notice.tsx'

interface LoadTroubleProps {
  /** The thing being loaded, as the end of a sentence: "your transfers". */
  what: string
  state: {
    offline: boolean
    slow: boolean
    /** The failure as a sentence; null without one. */
    failure: string | null
    /** True if data is already shown, even if old. */
    hasData: boolean
    busy: boolean
    retry: () => void
  }
  /** A sentence about what is not affected. */
  reassurance?: string
}

/** Explains why a load is offline, failed or slow, and what to do. Shows nothing otherwise. */
export function LoadTrouble({
  what,
  state,
  reassurance = i18n.t('Nothing has been changed or lost.'),
}: LoadTroubleProps) {
  const { offline, slow, failure, hasData, busy, retry } = state
  if (offline) {
    return (
      <Notice tone="warn" title={i18n.t('You’re offline')}>
        {hasData
          ? i18n.t('This may be out of date. We’ll update it when you’re back online.')
          : i18n.t('We’ll load this when you’re back online.')}{' '}
        {reassurance}
      </Notice>
    )
  }
  if (failure !== null) {
    return (
      <Notice
        tone="error"
        title={
          hasData
            ? i18n.t('We couldn’t refresh {what}', { what })
            : i18n.t('We couldn’t load {what}', { what })
        }
        action={
          <Button variant="secondary" busy={busy} busyLabel={i18n.t('Loading')} onClick={retry}>
            {i18n.t('Try again')}
          </Button>
        }
      >
        {failure} {reassurance}
      </Notice>
    )
  }
  return slow ? <Notice>{i18n.t('Taking longer than usual. Still trying.')}</Notice> : null
}
