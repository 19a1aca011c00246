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
import { lastPaymentOf, unsavedDraft, type SavedDraft } from './draft/draft-store.ts'
import { getValidator, loadValidator } from './details/lazy-validator.ts'
import { SendFlow } from './send-flow.tsx'
import { SendPage } from './send-page.tsx'
import { emptyValues, valuesOfDraft, type Values } from './draft/values.ts'

/** The form's initial state. */
interface Start {
  initial: Values
  kept: SavedDraft | null
  origin: News['origin']
  /** An unfinished transfer that the repeated one would replace. */
  begun: Draft | null
  paidId: string | null
}

/** Loaded on demand, since few visits repeat an earlier transfer. */
const loadResend = () => loadCode(() => import('./resend.ts'))

/** Send Money: the details, then the overview and the payment. */
export default function SendMoneyPage() {
  const { config, profile, user, reloadProfile } = useSession()
  const [query] = useSearchParams()
  // Keeps the visit's first address, since the address changes with the steps.
  const cameBack = useNavigationType() === 'POP'
  const [{ resend, to, reminder, atOverview, back }] = useState(() => ({
    resend: query.get('resend'),
    to: query.get('recipient'),
    reminder: query.get('reminder'),
    atOverview: query.get('step') === 'overview',
    back: cameBack,
  }))
  const sender = profile?.country ?? null
  const owner = user?.uid ?? ''

  const start = useQuery({
    queryKey: ['send-money', owner, sender, resend, to, reminder],
    queryFn: ({ signal }) =>
      sender === null ? null : loadStart({ sender, owner, resend, to, reminder, atOverview, back, signal }),
    // Loaded once per visit: from then on, the form itself has the newest state.
    staleTime: Infinity,
    gcTime: 0,
    refetchOnReconnect: false,
    networkMode: 'always',
  })

  if (sender === null || config === null) {
    return <Unreached message="We couldn’t load your profile." onRetry={() => void reloadProfile()} />
  }
  if (start.isError) {
    // Only a new document requests code again that failed to load.
    const retry = () => (atOverview && !getValidator() ? location.reload() : void start.refetch())
    return <Unreached message={failureOf(start.error).message} onRetry={retry} />
  }
  if (!start.data) return <Loading />
  return <SendFlow {...{ sender, config, owner }} {...start.data} />
}

interface Visit {
  sender: CountryCode
  owner: string
  resend: string | null
  /** The saved recipient to send to. */
  to: string | null
  /** The reminder to send from. */
  reminder: string | null
  atOverview: boolean
  /** True when the customer arrived by the browser's Back or by loading the page. */
  back: boolean
  signal: AbortSignal
}

async function loadStart(visit: Visit): Promise<Start> {
  const { sender, owner, resend, to, reminder, atOverview, back, signal } = visit
  const [{ draft, updatedAt }, repeating, unready] = await Promise.all([
    takeDraftAtBoot() ?? api.get(calls.getDraft, { signal }),
    resend === null && to === null && reminder === null ? null : loadResend(),
    // The overview validates the form at once; the details only when the customer leaves them.
    atOverview ? loadValidator() : null,
  ])
  if (unready) throw new ApiError(unready, 0)
  const start = {
    kept: draft && updatedAt !== null ? { draft, updatedAt } : null,
    paidId: back ? lastPaymentOf(owner) : null,
    begun: null,
  }
  const earlier = repeating && resend !== null ? await repeating.findTransfer(resend, signal) : null
  if (repeating && earlier) {
    const initial = repeating.valuesOfTransfer(earlier, sender)
    const same = draft !== null && repeating.isSameTransfer(valuesOfDraft(draft, sender), initial)
    return { ...start, initial, begun: same ? null : draft, origin: 'resent' }
  }
  const due = repeating && reminder !== null ? await repeating.findReminder(reminder, signal) : null
  const reminded = repeating && due && repeating.valuesOfReminder(due, sender)
  if (repeating && reminded) {
    const same = draft !== null && repeating.isSameTransfer(valuesOfDraft(draft, sender), reminded)
    return { ...start, initial: reminded, begun: isBegun(draft) && !same ? draft : null, origin: 'reminder' }
  }
  const recipient = repeating && to !== null ? await repeating.findRecipient(to, signal) : null
  const chosen = repeating && recipient && repeating.valuesOfRecipient(recipient, sender)
  if (repeating && chosen) {
    const same = draft !== null && repeating.isSameTransfer(valuesOfDraft(draft, sender), chosen)
    return { ...start, initial: chosen, begun: isBegun(draft) && !same ? draft : null, origin: 'recipient' }
  }
  const typed = unsavedDraft(owner) ?? draft
  return {
    ...start,
    initial: typed ? valuesOfDraft(typed, sender) : emptyValues(sender),
    origin: reminder !== null ? 'ended' : resend !== null ? 'gone' : 'draft',
  }
}

/** True when the customer has typed something into the form. */
function isBegun(draft: Draft | null): boolean {
  return draft?.name !== undefined || draft?.phone !== undefined || draft?.sendAmount !== undefined
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
        title="We couldn’t open Send Money"
        action={<Button onClick={onRetry}>Try again</Button>}
      >
        {message} Nothing is lost.
      </Notice>
    </SendPage>
  )
}
