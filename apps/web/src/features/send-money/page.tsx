import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigationType, useSearchParams } from 'react-router'
import { calls, type CountryCode, type Draft } from '@sesa/contract'
import { api } from '../../lib/api/api.ts'
import { ApiError, failureOf } from '../../lib/api/http.ts'
import { loadCode } from '../../lib/loading/load-code.ts'
import { takeDraftAtBoot, useSession } from '../../lib/session/session.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import type { News } from './details/details-notices.tsx'
import { paidHere, unsavedDraft, type SavedDraft } from './draft/draft-store.ts'
import { detailsReading, loadReading } from './details/lazy-validator.ts'
import { SendFlow } from './send-flow.tsx'
import { SendPage } from './send-page.tsx'
import { emptyValues, valuesOfDraft, type Values } from './draft/values.ts'

/** What the form begins with. */
interface Start {
  initial: Values
  kept: SavedDraft | null
  origin: News['origin']
  /** An unfinished transfer that the one to repeat would take the place of. */
  begun: Draft | null
  paidId: string | null
}

/** Few visits begin with an earlier transfer. */
const loadResend = () => loadCode(() => import('./resend.ts'))

/** Send Money: the details, then the overview and the payment. */
export default function SendMoneyPage() {
  const { config, profile, user, reloadProfile } = useSession()
  const [query] = useSearchParams()
  // What the visit began with: the address changes with the steps.
  const cameBack = useNavigationType() === 'POP'
  const [{ resend, atOverview, back }] = useState(() => ({
    resend: query.get('resend'),
    atOverview: query.get('step') === 'overview',
    back: cameBack,
  }))
  const sender = profile?.country ?? null
  const owner = user?.uid ?? ''

  const start = useQuery({
    queryKey: ['send-money', owner, sender, resend],
    queryFn: ({ signal }) =>
      sender === null ? null : loadStart({ sender, owner, resend, atOverview, back, signal }),
    // Read once a visit: from then on the form itself is what is newest.
    staleTime: Infinity,
    gcTime: 0,
    refetchOnReconnect: false,
    networkMode: 'always',
  })

  if (sender === null || config === null) {
    return <Unreached message="Your profile could not be loaded." onRetry={() => void reloadProfile()} />
  }
  if (start.isError) {
    // Code that failed to come is only asked for again by a new document.
    const retry = () => (atOverview && !detailsReading() ? location.reload() : void start.refetch())
    return <Unreached message={failureOf(start.error).message} onRetry={retry} />
  }
  if (!start.data) return <Loading />
  return <SendFlow {...{ sender, config, owner }} {...start.data} />
}

interface Visit {
  sender: CountryCode
  owner: string
  resend: string | null
  atOverview: boolean
  /** By the browser's Back, or by loading the page. */
  back: boolean
  signal: AbortSignal
}

async function loadStart({ sender, owner, resend, atOverview, back, signal }: Visit): Promise<Start> {
  const [{ draft, updatedAt }, repeating, unready] = await Promise.all([
    takeDraftAtBoot() ?? api.get(calls.getDraft, { signal }),
    resend === null ? null : loadResend(),
    // The overview reads the form at once; the details only when they are left.
    atOverview ? loadReading() : null,
  ])
  if (unready) throw new ApiError(unready, 0)
  const start = {
    kept: draft && updatedAt !== null ? { draft, updatedAt } : null,
    paidId: back ? paidHere(owner) : null,
    begun: null,
  }
  const earlier = repeating && resend !== null ? await repeating.findTransfer(resend, signal) : null
  if (repeating && earlier) {
    const initial = repeating.valuesOfTransfer(earlier, sender)
    const same = draft !== null && repeating.isSameTransfer(valuesOfDraft(draft, sender), initial)
    return { ...start, initial, begun: same ? null : draft, origin: 'resent' }
  }
  const typed = unsavedDraft(owner) ?? draft
  return {
    ...start,
    initial: typed ? valuesOfDraft(typed, sender) : emptyValues(sender),
    origin: resend === null ? 'draft' : 'gone',
  }
}

function Loading() {
  return (
    <SendPage step="details">
      <p role="status" className="sr-only">
        Loading
      </p>
      <Card>
        <Skeleton lines={6} />
      </Card>
      <Card>
        <Skeleton lines={6} />
      </Card>
    </SendPage>
  )
}

function Unreached({ message, onRetry }: { message: string; onRetry: () => void }) {
  return (
    <SendPage step="details">
      <Notice
        tone="error"
        title="Send Money could not be opened"
        action={<Button onClick={onRetry}>Try again</Button>}
      >
        {message} Nothing has been sent or lost.
      </Notice>
    </SendPage>
  )
}
