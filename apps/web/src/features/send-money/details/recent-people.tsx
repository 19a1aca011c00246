import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { formatPhone, type CountryCode, type Recipient } from '@sesa/contract'
import { Button } from '@sesa/ui/button.tsx'
import { Avatar } from '@sesa/ui/layout/avatar.tsx'
import { Skeleton } from '@sesa/ui/feedback/skeleton.tsx'
import { loadCode } from '../../../lib/loading/load-code.ts'
import { SectionBoundary } from '../../../lib/loading/section-boundary.tsx'
import { callName, networkName, recipientsQuery } from '../../../lib/recipients.ts'

/** Fetched only when opened. */
const AllRecipients = lazy(() => loadCode(() => import('./all-recipients.tsx')))

interface RecentPeopleProps {
  owner: string
  sender: CountryCode
  onChoose: (recipient: Recipient) => void
}

/** As many as fit in one row; on a phone one fewer. */
const SHOWN = 4

/** Offers the last recipients. Shows nothing while there are none, or while they are unknown. */
export function RecentPeople({ owner, sender, onChoose }: RecentPeopleProps) {
  const [isOpen, setOpen] = useState(false)
  const { data } = useQuery(recipientsQuery(owner))
  const offered = data?.filter(({ country }) => country !== sender) ?? []
  if (offered.length === 0) return null

  const choose = (recipient: Recipient) => {
    setOpen(false)
    onChoose(recipient)
  }
  return (
    <section aria-labelledby="recent-recipients" className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <h3 id="recent-recipients" className="text-lg font-bold">
          Recent recipients
        </h3>
        <Button variant="quiet" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          See all<span className="sr-only"> recipients</span>
        </Button>
      </div>
      {isOpen ? (
        <SectionBoundary name="your recipients">
          <Suspense fallback={<Skeleton lines={2} />}>
            <AllRecipients recipients={offered} onChoose={choose} />
          </Suspense>
        </SectionBoundary>
      ) : (
        <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(5.5rem,100%),1fr))] gap-2 sm:grid-cols-4">
          {offered.slice(0, SHOWN).map((recipient) => (
            <li key={recipient.id} className="min-w-0 max-sm:nth-4:hidden">
              <button
                type="button"
                onClick={() => choose(recipient)}
                className="flex h-full w-full flex-col items-center gap-1 rounded-md px-1 py-2 text-center hover:bg-sunken"
              >
                <Avatar name={recipient.name} country={recipient.country} />
                <span
                  className="line-clamp-2 max-w-full text-[0.9375rem] leading-tight font-semibold"
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
        </ul>
      )}
    </section>
  )
}
