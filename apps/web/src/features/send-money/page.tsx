import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigationType, useSearchParams } from 'react-router'
import { calls, type CountryCode, type Draft } from '@sesa/contract'
import * as i18n from '@sesa/contract/i18n'
import { ApiError, failureOf } from '@sesa/ui/api/http.ts'
import { Button } from '@sesa/ui/button.tsx'
import { Card } from '@sesa/ui/layout/card.tsx'
import { Notice } from '@sesa/ui/feedback/notice.tsx'
import { Skeleton } from '@sesa/ui/feedback/skeleton.tsx'
import { callApi } from '../../lib/api/api.ts'
import { wasEntered } from '../../lib/early-form.ts'
import { loadCode } from '../../lib/loading/load-code.ts'
import { takeDraftAtBoot, useSession } from '../../lib/session/session.ts'
import type { News } from './details/details-notices.tsx'
import { lastPaymentOf, unsavedDraft, type SavedDraft } from '../../lib/forms/draft-store.ts'
import { getValidator, loadValidator } from './details/lazy-validator.ts'
import type { Named } from './prefilled.ts'
import { SendFlow } from './send-flow.tsx'
import { SendPage } from './send-page.tsx'
import { emptyValues, isBegun, valuesOfDraft, type Values } from './draft/values.ts'

/** The form's initial state. */
interface Start {
  initial: Values
  kept: SavedDraft | null
  origin: News['origin']
  /** An unfinished transfer that the repeated one would replace. */
  begun: Draft | null
  paidId: string | null
}

/** Loads the code on demand, since few visits start with a link that fills in the form. */
const loadPrefilled = () => loadCode(() => import('./prefilled.ts'))

/** Renders Send Money: the details, then the overview and the payment. */
export default function SendMoneyPage() {
  const { config, profile, user, reloadProfile } = useSession()
  const [query] = useSearchParams()
  // Keeps the visit's first address, since the address changes with the steps.
  const cameBack = useNavigationType() === 'POP'
  const [visit] = useState(() => ({
    named: namedIn(query),
    atOverview: query.get('step') === 'overview',
    back: cameBack,
  }))
  const sender = profile?.country ?? null
  const owner = user?.uid ?? ''

  const start = useQuery({
    queryKey: ['send-money', owner, sender, visit.named],
    queryFn: ({ signal }) => (sender === null ? null : loadStart({ ...visit, sender, owner, signal })),
    // Loaded once per visit: from then on, the form itself has the latest state.
    staleTime: Infinity,
    gcTime: 0,
    refetchOnReconnect: false,
    networkMode: 'always',
  })

  if (sender === null || config === null) {
    return (
      <Unreached message={i18n.t('We couldn’t load your profile.')} onRetry={() => void reloadProfile()} />
    )
  }
  if (start.isError) {
    // Code that failed to load is requested again only by a new document.
    const retry = () => (visit.atOverview && !getValidator() ? location.reload() : void start.refetch())
    return <Unreached message={failureOf(start.error).message} onRetry={retry} />
  }
  if (!start.data) return <Loading />
  return <SendFlow {...{ sender, config, owner }} {...start.data} />
}

interface Visit {
  sender: CountryCode
  owner: string
  named: Named
  atOverview: boolean
  /** True when the customer arrived by the browser's Back or by loading the page. */
  back: boolean
  signal: AbortSignal
}

/** Parses the address for values to fill in. */
function namedIn(query: URLSearchParams): Named {
  return {
    resend: query.get('resend'),
    recipient: query.get('recipient'),
    reminder: query.get('reminder'),
    calculator: query.has('amount') ? query.toString() : null,
  }
}

async function loadStart({ sender, owner, named, atOverview, back, signal }: Visit): Promise<Start> {
  const isNamed = Object.values(named).some((name) => name !== null)
  const [{ draft, updatedAt }, code, unready] = await Promise.all([
    takeDraftAtBoot() ?? callApi(calls.getDraft, { signal }),
    isNamed ? loadPrefilled() : null,
    // The overview validates the form at once; the details only when the customer leaves them.
    atOverview ? loadValidator() : null,
  ])
  if (unready) throw new ApiError(unready, 0)
  const start = {
    kept: draft && updatedAt !== null ? { draft, updatedAt } : null,
    paidId: back ? lastPaymentOf(owner) : null,
    begun: null,
  }
  const prefilled = code && (await code.findPrefilled(named, sender, signal))
  if (code && prefilled) {
    const { values: initial, origin } = prefilled
    const isSame = draft !== null && code.isSameTransfer(valuesOfDraft(draft, sender), initial)
    return { ...start, initial, origin, begun: isBegun(draft) && !isSame ? draft : null }
  }
  // Typing into the empty form started another transfer: mixing it with the draft could pay the wrong recipient.
  if (wasEntered('send-money'))
    return { ...start, initial: emptyValues(sender), begun: isBegun(draft) ? draft : null, origin: 'draft' }
  const typed = unsavedDraft(owner) ?? draft
  return {
    ...start,
    initial: typed ? valuesOfDraft(typed, sender) : emptyValues(sender),
    origin: named.reminder !== null ? 'ended' : named.resend !== null ? 'gone' : 'draft',
  }
}

/** Shows the early form instead, where the document contains one. */
function Loading() {
  return (
    <SendPage step="details">
      <p role="status" className="sr-only" data-waiting="">
        {i18n.t('Loading')}
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
        title={i18n.t('We couldn’t open Send Money')}
        action={<Button onClick={onRetry}>{i18n.t('Try again')}</Button>}
      >
        {i18n.t('{message} Nothing is lost.', { message })}
      </Notice>
    </SendPage>
  )
}
