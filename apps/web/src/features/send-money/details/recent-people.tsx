import { lazy, Suspense, useState } from 'react'
import { formatPhone, type Recipient } from '@sesa/contract'
import * as i18n from '@sesa/contract/i18n'
import { rich } from '@sesa/ui/rich.tsx'
import { PeopleIcon } from '@sesa/ui/art/icons.tsx'
import { Avatar } from '@sesa/ui/layout/avatar.tsx'
import { Skeleton } from '@sesa/ui/feedback/skeleton.tsx'
import { loadCode } from '../../../lib/loading/load-code.ts'
import { SectionBoundary } from '../../../lib/loading/section-boundary.tsx'
import { callName, networkName } from '../../../lib/recipients.ts'

/** Fetched only when opened. */
const AllRecipients = lazy(() => loadCode(() => import('./all-recipients.tsx')))

interface RecentPeopleProps {
  /** At least one. */
  recipients: readonly Recipient[]
  onChoose: (recipient: Recipient) => void
}

/** As many as fit in one row beside "See all"; on a phone one fewer. */
const SHOWN = 4

const ITEM = 'flex h-full w-full flex-col items-center gap-1 rounded-md px-1 py-1 text-center hover:bg-sunken'

/** Offers the last recipients. */
export default function RecentPeople({ recipients, onChoose }: RecentPeopleProps) {
  const [isOpen, setOpen] = useState(false)
  const choose = (recipient: Recipient) => {
    setOpen(false)
    onChoose(recipient)
  }
  return (
    <section aria-labelledby="recent-recipients" className="flex flex-col gap-3">
      <h3 id="recent-recipients" className="sr-only">
        {i18n.t('Recent recipients')}
      </h3>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(4rem,100%),1fr))] gap-1 sm:grid-cols-5">
        {!isOpen &&
          recipients.slice(0, SHOWN).map((recipient) => (
            <li key={recipient.id} className="min-w-0 max-sm:nth-4:hidden">
              <button type="button" onClick={() => choose(recipient)} className={ITEM}>
                <Avatar name={recipient.name} country={recipient.country} />
                <span
                  className="line-clamp-2 max-w-full text-[min(0.9375rem,5vw)] leading-tight font-semibold"
                  aria-hidden="true"
                >
                  {callName(recipient)}
                </span>
                <span className="sr-only">
                  {recipient.nickname !== null && `${recipient.nickname}, `}
                  {recipient.name}, {formatPhone(recipient.phone)}, {networkName(recipient)}
                </span>
              </button>
            </li>
          ))}
        <li className="min-w-0">
          <button type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)} className={ITEM}>
            <span className="flex size-12 items-center justify-center rounded-full bg-sunken text-brand-ink">
              <PeopleIcon />
            </span>
            <span className="text-[min(0.9375rem,5vw)] leading-tight font-semibold">
              {rich(i18n.t('See all<span> recipients</span>'), {
                span: (text) => <span className="sr-only">{text}</span>,
              })}
            </span>
          </button>
        </li>
      </ul>
      {isOpen && (
        <SectionBoundary name={i18n.t('your recipients')}>
          <Suspense fallback={<Skeleton lines={2} />}>
            <AllRecipients {...{ recipients }} onChoose={choose} />
          </Suspense>
        </SectionBoundary>
      )}
    </section>
  )
}
