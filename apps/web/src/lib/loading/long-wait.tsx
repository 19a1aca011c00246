import * as i18n from '@sesa/contract/i18n'
import { useSlow } from '@sesa/ui/load-state.ts'
import { Spinner } from '@sesa/ui/feedback/spinner.tsx'
import { LoadAgain } from './load-again.tsx'

/** A slow load has finished by then. A hanging one may never finish nor fail. */
const HANGING_MS = 20_000

/** Explains the wait below a page's spinner after a while, then offers a button to reload. Loading continues. */
function LongWait() {
  const isSlow = useSlow(true)
  const isHanging = useSlow(true, HANGING_MS)
  return (
    <>
      {isSlow && (
        <p className="px-4 text-center text-balance">{i18n.t('Taking longer than usual. Still trying.')}</p>
      )}
      {isHanging && <LoadAgain />}
    </>
  )
}

/** Renders the spinner while a page's code is loading. */
export function PageSpinner() {
  return (
    <div
      role="status"
      data-waiting=""
      className="flex min-h-[60vh] flex-col items-center justify-center gap-4 text-brand-ink"
    >
      <Spinner size={48} />
      <span className="sr-only">{i18n.t('Loading')}</span>
      <LongWait />
    </div>
  )
}

/**
 * Covers everything, including header and footer, while the login state is unknown (spec, section 2). `app.css` hides
 * the rest from keyboards and screen readers. Not shown without a script, since nothing could remove it.
 */
export function SpinnerModal({ label }: { label: string }) {
  return (
    <div
      role="dialog"
      aria-modal="true"
      aria-label={label}
      data-cover=""
      className="fixed inset-0 z-30 hidden flex-col items-center justify-center gap-4 bg-paper text-brand-ink js:flex"
    >
      <Spinner size={48} />
      <p role="status" className="text-lg text-muted">
        {label}
      </p>
      <LongWait />
    </div>
  )
}

/** Covers the screen below the header while a page waits for its data. Shows and announces the label. */
export function FullScreenSpinner({ label }: { label: string }) {
  return (
    <div
      role="status"
      className="fixed inset-x-0 top-18 bottom-0 z-20 flex flex-col items-center justify-center gap-4 bg-paper text-brand-ink"
    >
      <Spinner size={48} />
      <p className="text-lg text-muted">{label}</p>
      <LongWait />
    </div>
  )
}
