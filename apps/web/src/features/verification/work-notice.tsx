import * as i18n from '@sesa/contract/i18n'
import { useLongWork } from '../../lib/session/proof-of-work.ts'

/** Explains the wait while the device computes a long proof of work; silent otherwise. */
export function WorkNotice() {
  const isLong = useLongWork()
  return (
    <p role="status" className={isLong ? 'text-muted' : 'sr-only'}>
      {isLong && i18n.t('Running a quick security check. There’s nothing you need to do.')}
    </p>
  )
}
