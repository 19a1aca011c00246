import { lazy, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { type Config, type CountryCode, type Draft, type Quote, calls } from '@sesa/contract'
import { formatAmount, money } from '@sesa/money'
import type { Failure } from '@sesa/ui/api/http.ts'
import { loadCode } from '../../lib/loading/load-code.ts'
import { paths } from '../../lib/paths.ts'
import { beforeReload } from '../../lib/loading/version.ts'
import { loadDeclaration } from './details/declaration.ts'
import type { News } from './details/details-notices.tsx'
import { DetailsStep } from './details/details-step.tsx'
import { createDraftStore, type SavedDraft } from '../../lib/forms/draft-store.ts'
import { getValidator, loadValidator } from './details/lazy-validator.ts'
import { useDetails } from './details/use-details.ts'
import { holderQuery, inactiveFailure, soon } from './details/holder.ts'
import type { NameQuestion } from './details/recipient-fields.tsx'
import { draftOf, personKey, valuesOfDraft, type Values } from './draft/values.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { callApi } from '../../lib/api/api.ts'
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

/** Loads the overview while the customer fills in step 1. */
const loadOverview = () => loadCode(() => import('./overview/overview-step.tsx'))
const OverviewStep = lazy(async () => ({ default: (await loadOverview()).OverviewStep }))

/** The overview has its own address, so that Back leads from it to the details. */
const OVERVIEW = `${paths.sendMoney}?step=overview`

/**
 * Continues in a new document: Chromium never again requests code that once failed to load. By then the server has the
 * draft.
 */
function loadAnew(): Promise<never> {
  location.assign(OVERVIEW)
  return new Promise(() => undefined)
}

/** Renders both steps over one form, saved on the server while the customer fills it in. */
export function SendFlow({ sender, config, owner, initial, kept, origin, begun, paidId }: SendFlowProps) {
  const navigate = useNavigate()
  const [query] = useSearchParams()
  const [conflict, setConflict] = useState<News['conflict']>(null)
  const [store] = useState(() =>
    createDraftStore(owner, kept, draftOf(initial), (theirs) => setConflict({ theirs })),
  )
  const [round, setRound] = useState(0)
  const [, setReady] = useState(false)
  /** True while the form contains another transfer than the draft. */
  const [isOther, setIsOther] = useState(!['draft', 'gone', 'ended'].includes(origin) || begun !== null)
  const client = useQueryClient()
  const [asked, setAsked] = useState<NameQuestion['asked']>({ key: '', count: 0 })
  const [refusedFor, setRefusedFor] = useState('')
  /** Moves the focus to the question about this recipient's name. */
  const ask = (about: Values): undefined => {
    setAsked(({ count }) => ({ key: personKey(about), count: count + 1 }))
  }
  const { corridors, networks } = config
  const terms = { sender, corridors, networks, allowance: useAllowance(owner) }
  const form = useDetails({
    terms,
    initial,
    ready: async () => {
      const unready = (await loadValidator()) ?? (form.isDeclared ? await loadDeclaration() : null)
      if (!unready) return null
      const { error } = await store.check(draftOf(form.values))
      return error ?? loadAnew()
    },
    onSubmit: async (order) => {
      const [{ error }, holder] = await Promise.all([
        store.check(draftOf(form.values)),
        soon(client.fetchQuery(holderQuery(owner, order))),
      ])
      if (error) return error
      if (holder?.account === 'inactive') return inactiveFailure(order)
      if (holder?.comparison === 'different' && !order.confirmedName) return ask(form.values)
      // From here on, it is an ordinary draft.
      setIsOther(false)
      if (query.size > 0) void navigate(paths.sendMoney, { replace: true })
      void navigate(OVERVIEW)
      return undefined
    },
  })
  const { values } = form

  useEffect(() => {
    // The step itself shows a failure when it renders.
    loadOverview().catch(() => undefined)
    // From then on, amounts can show errors while the customer types.
    void loadValidator().then(() => setReady(true))
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
  // Once the customer leaves the details, only the server checks the remaining limits.
  const validator = atOverview ? getValidator() : null
  const read = validator?.readTransferRequest(values, { ...terms, allowance: null })
  const order = read && 'order' in read ? read.order : null
  // Without a valid order there is no overview to show.
  const misplaced = order === null && query.has('step')
  const toDetails = useEffectEvent(() => void navigate(paths.sendMoney, { replace: true }))
  useEffect(() => {
    if (misplaced) toDetails()
  }, [misplaced])

  /** Puts another transfer into the form, which then gets a new price. */
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
        {...{ form, owner, sender, config, conflict, paidId, asked, refusedFor }}
        allowance={terms.allowance}
        origin={origin !== 'gone' && origin !== 'ended' && !isOther ? 'draft' : origin}
        unfinished={isOther ? begun : null}
        onUnfinished={() => {
          setIsOther(false)
          if (begun) show(begun)
        }}
        onTakeTheirs={() => settle(conflict?.theirs?.draft ?? null)}
        onKeepMine={() => settle(null)}
      />
    )
  }

  const edit = (failure?: Failure) => {
    if (failure?.code === 'name_mismatch') {
      setRefusedFor(personKey(values))
      ask(values)
    } else if (failure) form.show(failure)
    void navigate(paths.sendMoney, { replace: true })
  }
  const accept = (quote: Quote) =>
    form.setValues({
      sendAmount: formatAmount(money(quote.amount, quote.currency)),
      receiveAmount: formatAmount(money(quote.receiveAmount, quote.receiveCurrency)),
    })
  return (
    <OverviewStep
      // Different amounts mean a different price, so all state of the old one is dropped.
      key={JSON.stringify(validator?.intentBody(order))}
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
    queryFn: ({ signal }) => callApi(calls.getLimits, { signal }),
  })
  return data?.limits ?? null
}
