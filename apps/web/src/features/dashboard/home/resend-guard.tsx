import { createContext, lazy, Suspense, use, useState, type MouseEvent, type ReactNode } from 'react'
import type { CountryCode, Home, OpenTransfer } from '@sesa/contract'
import * as i18n from '@sesa/contract/i18n'
import { loadCode } from '../../../lib/loading/load-code.ts'
import { SectionBoundary } from '../../../lib/loading/section-boundary.tsx'
import { resendPath } from '../../../lib/paths.ts'

const ResendQuestion = lazy(() => loadCode(() => import('./resend-question.tsx')))

interface Repeated {
  payment_id: string
  name: string
  country: CountryCode
}

type Ask = (event: MouseEvent, repeated: Repeated) => void

/** Returns the transfer that may still reach this recipient, so that no one is paid twice by mistake. */
export function inProgressTo(
  home: Home | undefined,
  { name, country }: { name: string; country: CountryCode },
): OpenTransfer | null {
  const found = home?.in_progress.find(
    (transfer) =>
      transfer.status !== 'failed' && transfer.country === country && isSameName(transfer.recipient, name),
  )
  return found ?? null
}

function isSameName(one: string, other: string): boolean {
  const plain = (name: string) => name.trim().replace(/\s+/g, ' ').toLowerCase()
  return plain(one) === plain(other)
}

const Guard = createContext<Ask>(() => undefined)

/** Returns the props of a link that repeats a transfer; it asks first while one to the same recipient is in progress. */
export function useResend() {
  const ask = use(Guard)
  return (repeated: Repeated) => ({
    href: resendPath(repeated.payment_id),
    onClick: (event: MouseEvent) => ask(event, repeated),
  })
}

/** Asks the question for the links inside it. */
export function ResendGuard({ home, children }: { home: Home | undefined; children: ReactNode }) {
  const [asked, setAsked] = useState<{ href: string; name: string; other: OpenTransfer } | null>(null)

  const ask: Ask = (event, { payment_id, name, country }) => {
    const other = inProgressTo(home, { name, country })
    // The browser handles a new tab or window.
    if (!other || event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    setAsked({ href: resendPath(payment_id), name, other })
  }

  return (
    <Guard value={ask}>
      {children}
      {asked && (
        <SectionBoundary name={i18n.t('the question')}>
          <Suspense>
            <ResendQuestion {...asked} onClose={() => setAsked(null)} />
          </Suspense>
        </SectionBoundary>
      )}
    </Guard>
  )
}
