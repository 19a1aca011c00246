import { lazy, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import type { Config, CountryCode, Quote } from '@sesa/contract'
import { formatAmount, money } from '@sesa/money'
import type { Failure } from '../../lib/http.ts'
import { paths } from '../../lib/paths.ts'
import { DetailsStep } from './details-step.tsx'
import { createDraftStore, type KeptDraft } from './draft-store.ts'
import { intentBody, readOrder } from './order.ts'
import { useDetails } from './use-details.ts'
import { draftOf, type Values } from './values.ts'

interface SendFlowProps {
  sender: CountryCode
  config: Config
  owner: string
  initial: Values
  kept: KeptDraft | null
  resent: boolean
}

/** Step 2 is fetched while step 1 is filled in. */
const loadOverview = () => import('./overview-step.tsx')
const OverviewStep = lazy(async () => ({ default: (await loadOverview()).OverviewStep }))

/** The overview is an address of its own, so that Back leads from it to the details. */
const OVERVIEW = `${paths.sendMoney}?step=overview`

/** Both steps over one form, which is kept on the server as it is filled in. */
export function SendFlow({ sender, config, owner, initial, kept, resent }: SendFlowProps) {
  const navigate = useNavigate()
  const [query] = useSearchParams()
  const [store] = useState(() => createDraftStore(owner, kept))
  const form = useDetails({
    sender,
    corridors: config.corridors,
    initial,
    onSubmit: async () => {
      const { error } = await store.keep(draftOf(form.values))
      if (error) return error
      void navigate(OVERVIEW)
      return undefined
    },
  })
  const { values } = form

  useEffect(() => {
    // A failure is told where the step is drawn.
    loadOverview().catch(() => undefined)
  }, [])

  const previous = useRef(initial)
  useEffect(() => {
    if (previous.current !== values) store.later(draftOf(values))
    previous.current = values
  }, [store, values])
  useEffect(() => {
    store.flush()
    return () => store.flush()
  }, [store])

  const read = query.get('step') === 'overview' ? readOrder(values, sender, config.corridors) : null
  const order = read && 'order' in read ? read.order : null
  // An overview of nothing is the details; an earlier transfer is taken over once, and is a draft like any from then on.
  const misplaced = order === null && query.size > 0
  const toDetails = useEffectEvent(() => void navigate(paths.sendMoney, { replace: true }))
  useEffect(() => {
    if (misplaced) toDetails()
  }, [misplaced])

  if (order === null) {
    return <DetailsStep {...{ form, sender, config, resent }} />
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
      key={JSON.stringify(intentBody(order))}
      order={order}
      draft={draftOf(values)}
      {...{ sender, config, store }}
      onEdit={edit}
      onAccept={accept}
    />
  )
}
