import { useQuery } from '@tanstack/react-query'
import { calls, formatPhone, NETWORKS, type CountryCode, type Recipient } from '@sesa/contract'
import { api } from '../../../lib/api/api.ts'
import { failureOf } from '../../../lib/api/http.ts'
import { Button } from '../../../ui/button.tsx'
import { Flag } from '../../../ui/art/flag.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { noWrap } from '../../../ui/layout/no-wrap.tsx'

interface RecentRecipientsProps {
  owner: string
  sender: CountryCode
  onChoose: (recipient: Recipient) => void
}

/** A list short enough to scan; the history has the others. */
const SHOWN = '12'

/** Lists the people the customer has paid, latest first. Choosing one fills in the recipient. */
export default function RecentRecipients({ owner, sender, onChoose }: RecentRecipientsProps) {
  const recent = useQuery({
    queryKey: ['recipients', owner],
    queryFn: ({ signal }) => api.get(calls.listRecipients, { query: { limit: SHOWN }, signal }),
    networkMode: 'always',
  })
  if (recent.isError) {
    return (
      <Notice
        tone="error"
        title="We couldn’t load your recent recipients"
        action={
          <Button variant="secondary" onClick={() => void recent.refetch()}>
            Try again
          </Button>
        }
      >
        {failureOf(recent.error).message} Or enter the recipient’s details below.
      </Notice>
    )
  }
  if (!recent.data) {
    return (
      <>
        <p role="status" className="sr-only">
          Loading your recent recipients
        </p>
        <Skeleton lines={2} />
      </>
    )
  }
  const offered = recent.data.recipients.filter(({ country }) => country !== sender)
  if (offered.length === 0) {
    return (
      <p className="text-muted">You haven’t sent money to anyone yet. Enter the recipient’s details below.</p>
    )
  }
  return (
    <ul aria-label="Recent recipients" className="flex flex-col gap-2">
      {offered.map((recipient) => (
        <li key={`${recipient.phone} ${recipient.network}`}>
          <button
            type="button"
            onClick={() => onChoose(recipient)}
            className="flex min-h-14 w-full items-center gap-3 rounded-md border-2 border-line px-4 py-2 text-left hover:border-edge"
          >
            <Flag country={recipient.country} />
            <span className="flex min-w-0 flex-col">
              <span className="font-semibold break-words">{recipient.name}</span>
              <span className="text-muted tabular-nums">
                {noWrap(`${formatPhone(recipient.phone)}, `)}
                <span className="whitespace-nowrap">{labelOf(recipient)}</span>
              </span>
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}

function labelOf({ country, network }: Recipient): string {
  return NETWORKS.find((entry) => entry.country === country && entry.value === network)?.label ?? network
}
