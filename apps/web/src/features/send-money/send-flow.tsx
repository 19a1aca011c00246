import { lazy, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { type Config, type CountryCode, type Draft, type Quote, calls } from '@sesa/contract'
import { formatAmount, money } from '@sesa/money'
import type { Failure } from '../../lib/api/http.ts'
import { loadCode } from '../../lib/loading/load-code.ts'
import { paths } from '../../lib/paths.ts'
import { beforeReload } from '../../lib/loading/version.ts'
import { loadDeclaration } from './details/declaration.ts'
import type { News } from './details/details-notices.tsx'
import { DetailsStep } from './details/details-step.tsx'
import { createDraftStore, type SavedDraft } from './draft/draft-store.ts'
import { detailsReading, loadReading } from './details/lazy-validator.ts'
import { useDetails } from './details/use-details.ts'
import { draftOf, valuesOfDraft, type Values } from './draft/values.ts'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../lib/api/api.ts'
import type { Allowance } from './details/bounds.ts'

interface SendFlowProps {
  sender: CountryCode
  config: Config
  owner: string
  initial: Values
  kept: SavedDraft | null
  origin: News['origin']
  begun: Draft | null
  paidId: string | null
}

/** Step 2 is fetched while step 1 is filled in. */
const loadOverview = () => loadCode(() => import('./overview/overview-step.tsx'))
const OverviewStep = lazy(async () => ({ default: (await loadOverview()).OverviewStep }))

/** The overview is an address of its own, so that Back leads from it to the details. */
const OVERVIEW = `${paths.sendMoney}?step=overview`

/**
 * Goes on in a new document: Chromium never asks again for code that once failed to come. What is typed is on the
 * server by then.
 */
function loadAnew(): Promise<never> {
  location.assign(OVERVIEW)
  return new Promise(() => undefined)
}

/** Both steps over one form, which is kept on the server as it is filled in. */
export function SendFlow({ sender, config, owner, initial, kept, origin, begun, paidId }: SendFlowProps) {
  const navigate = useNavigate()
  const [query] = useSearchParams()
  const [conflict, setConflict] = useState<News['conflict']>(null)
  const [store] = useState(() =>
    createDraftStore(owner, kept, draftOf(initial), (theirs) => setConflict({ theirs })),
  )
  const [round, setRound] = useState(0)
  const [, setReady] = useState(false)
  const [resent, setResent] = useState(origin === 'resent')
  const { corridors, networks } = config
  const terms = { sender, corridors, networks, allowance: useAllowance(owner) }
  const form = useDetails({
    terms,
    initial,
    ready: async () => {
      const unready = (await loadReading()) ?? (form.isDeclared ? await loadDeclaration() : null)
      if (!unready) return null
      const { error } = await store.check(draftOf(form.values))
      return error ?? loadAnew()
    },
    onSubmit: async () => {
      const { error } = await store.check(draftOf(form.values))
      if (error) return error
      // From here on it is a draft like any.
      setResent(false)
      if (query.size > 0) void navigate(paths.sendMoney, { replace: true })
      void navigate(OVERVIEW)
      return undefined
    },
  })
  const { values } = form

  useEffect(() => {
    // A failure is shown where the step renders.
    loadOverview().catch(() => undefined)
    // What is wrong with an amount can be said from then on.
    void loadReading().then(() => setReady(true))
  }, [])

  const previous = useRef(initial)
  useEffect(() => {
    if (previous.current !== values) store.later(draftOf(values))
    previous.current = values
  }, [store, values])
  useEffect(() => {
    void store.flush()
    const end = beforeReload(() => store.flush())
    return () => {
      end()
      void store.flush()
    }
  }, [store])

  const atOverview = query.get('step') === 'overview' && !conflict
  // What is left of the limits is the server's to judge once the details are left.
  const reading = atOverview ? detailsReading() : null
  const read = reading?.readOrder(values, { ...terms, allowance: null })
  const order = read && 'order' in read ? read.order : null
  // An overview of nothing is the details.
  const misplaced = order === null && query.has('step')
  const toDetails = useEffectEvent(() => void navigate(paths.sendMoney, { replace: true }))
  useEffect(() => {
    if (misplaced) toDetails()
  }, [misplaced])

  /** Another transfer in the form, which gets a new price. */
  const show = (draft: Draft) => {
    form.setValues(valuesOfDraft(draft, sender))
    setRound(round + 1)
  }
  const settle = (theirs: Draft | null) => {
    store.settle(conflict?.theirs ?? null)
    setConflict(null)
    if (theirs) show(theirs)
    else void store.keep(draftOf(values))
  }

  if (order === null) {
    return (
      <DetailsStep
        key={round}
        {...{ form, owner, sender, config, conflict, paidId }}
        allowance={terms.allowance}
        origin={origin === 'resent' && !resent ? 'draft' : origin}
        unfinished={resent ? begun : null}
        onUnfinished={() => {
          setResent(false)
          if (begun) show(begun)
        }}
        onTakeTheirs={() => settle(conflict?.theirs?.draft ?? null)}
        onKeepMine={() => settle(null)}
      />
    )
  }

  const edit = (failure?: Failure) => {
    if (failure) form.show(failure)
    void navigate(paths.sendMoney, { replace: true })
  }
  const accept = (quote: Quote) =>
    form.setValues({
      sendAmount: formatAmount(money(quote.amount, quote.currency)),
      receiveAmount: formatAmount(money(quote.receiveAmount, quote.receiveCurrency)),
    })
  return (
    <OverviewStep
      // Other amounts are another price: everything about the old one goes.
      key={JSON.stringify(reading?.intentBody(order))}
      order={order}
      draft={draftOf(values)}
      {...{ owner, sender, config, store }}
      onEdit={edit}
      onAccept={accept}
    />
  )
}

/** Returns the customer's remaining limits; null until known. The server checks them again. */
function useAllowance(owner: string): Allowance | null {
  const { data } = useQuery({
    queryKey: ['limits', owner],
    queryFn: ({ signal }) => api.get(calls.getLimits, { signal }),
  })
  return data?.limits ?? null
}
