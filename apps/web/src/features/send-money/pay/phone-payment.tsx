import { lazy, Suspense, useEffect, useEffectEvent, useRef, useState, type FormEvent } from 'react'
import { calls, formatPhone, type NetworkValue } from '@sesa/contract'
import * as i18n from '@sesa/contract/i18n'
import { Button, TextLink } from '@sesa/ui/button.tsx'
import { Notice } from '@sesa/ui/feedback/notice.tsx'
import { Skeleton } from '@sesa/ui/feedback/skeleton.tsx'
import { SelectField } from '@sesa/ui/fields/select-field.tsx'
import { formatMinor } from '@sesa/ui/format.ts'
import { Card } from '@sesa/ui/layout/card.tsx'
import { noWrap } from '@sesa/ui/layout/no-wrap.tsx'
import { tryCall } from '../../../lib/api/api.ts'
import { loadCode } from '../../../lib/loading/load-code.ts'
import { usePayerNumbers } from '../../../lib/payer-numbers.ts'
import { isOpen, wasAsked } from '../../../lib/phone-payment.ts'
import { randomId } from '../../../lib/random-id.ts'
import { NetworkChip } from '../network-chip.tsx'
import { PAY_FORM_ID } from '../overview/pay-bar.tsx'
import type { OpenPayment, ReviewEvent } from '../overview/review-state.ts'
import type { PayNetwork } from '../../../lib/ways-to-pay.ts'
import { limitProblem, type Collection, type Way } from './ways.ts'

/** Failures after which it is unknown whether the network was asked: the next press repeats the same request. */
const UNKNOWN: readonly string[] = ['network', 'internal', 'unavailable', 'idempotency_key_in_progress']

const AddPayerNumber = lazy(() => loadCode(() => import('../../verification/add-payer-number.tsx')))

interface PhonePaymentProps {
  payment: OpenPayment
  collection: Collection
  networks: readonly PayNetwork[]
  way: Way
  /** The number that the customer signs in with, E.164. */
  phone: string
  paying: boolean
  /** Why the last request was not sent. */
  message: string | null
  sandbox: boolean
  /** Called with whether Pay can submit this form. */
  onReady: (isReady: boolean) => void
  onNetwork: (network: NetworkValue) => void
  /** Called with another confirmed number, E.164. */
  onNumber: (phone: string) => void
  onEvent: (event: ReviewEvent) => void
  /** Called once the network has been asked. */
  onAsked: () => void
}

/** Renders a payment by mobile money: the wallet that pays, and what its network will ask for. */
export default function PhonePayment(props: PhonePaymentProps) {
  const { payment, collection, networks, way, phone, paying, message, sandbox } = props
  const { onReady, onNetwork, onNumber, onEvent, onAsked } = props
  const number = way.phone ?? phone
  const numbers = usePayerNumbers().data?.numbers.map((one) => one.phone) ?? []
  const [isAdding, setAdding] = useState(false)
  const key = useRef<string | null>(null)
  const refusal = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (message !== null) refusal.current?.scrollIntoView({ block: 'nearest' })
  }, [message])
  const [isMissing, setMissing] = useState(false)
  const chosen = networks.find(({ network }) => network === way.network && way.isUnsure !== true)
  const limit = limitProblem(collection)
  const ready = useEffectEvent(() => onReady(limit === null && !isAdding))
  // Another way to pay opens only once the request has ended: until then, the customer could approve it too.
  const follow = useEffectEvent(async () => {
    if (wasAsked(payment.id) && (await hasOpenAttempt(payment.id))) onAsked()
  })
  useEffect(() => {
    ready()
    void follow()
  }, [payment])

  const pay = async () => {
    onEvent({ type: 'pay' })
    key.current ??= randomId()
    const { id } = payment
    const body = { id, ...(way.phone !== undefined && { phone: way.phone }) }
    const { data, error } = await tryCall(calls.pay, { body, idempotencyKey: key.current })
    if (data) return onAsked()
    const isUnknown = UNKNOWN.includes(error.code)
    if (!isUnknown) key.current = null
    // Perhaps asked from another window, or before a reload.
    if (error.code === 'payment_attempt_open' && (await hasOpenAttempt(id))) return onAsked()
    if (error.code === 'quote_expired') return onEvent({ type: 'closed' })
    const safe = i18n.t('You can safely press Pay Now again: your network is never asked twice.')
    return onEvent({ type: 'not-paid', message: isUnknown ? `${error.message} ${safe}` : error.message })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setMissing(!chosen)
    if (!chosen) document.getElementById('payer-network')?.focus()
    else if (!paying) void pay()
  }

  // Pay waits for the number that the customer is adding.
  const add = (isOpen: boolean) => {
    setAdding(isOpen)
    onReady(!isOpen && limit === null)
  }

  const closed = networks.filter(({ open }) => !open)
  return (
    <Card className="flex flex-col gap-5">
      <h2 className="text-2xl">{i18n.t('Pay by mobile money')}</h2>
      <form id={PAY_FORM_ID} noValidate onSubmit={submit} className="flex flex-col gap-3">
        <SelectField
          id="payer-network"
          label={i18n.t('Your mobile network')}
          placeholder={i18n.t('Choose your network')}
          value={chosen?.network ?? ''}
          onChange={(network) => {
            setMissing(false)
            onNetwork(network)
          }}
          disabled={paying}
          hideLabel={chosen !== undefined}
          options={networks.map(({ network, label, open }) => ({ value: network, label, disabled: !open }))}
          {...(closed.length > 0 && {
            hint: i18n.t('Not taking payments right now: {networks}.', {
              networks: closed.map(({ label }) => label).join(', '),
            }),
          })}
          {...(isMissing && !chosen && { error: i18n.t('Choose your mobile network.') })}
          {...(chosen && { chip: <NetworkChip value={chosen.network} label={chosen.label} /> })}
        />
        <div className="flex flex-wrap items-center justify-between gap-x-4">
          {numbers.length > 1 ? (
            <SelectField
              id="payer-number"
              label={i18n.t('Your number')}
              value={number}
              onChange={onNumber}
              disabled={paying}
              options={numbers.map((one) => ({ value: one, label: formatPhone(one) }))}
            />
          ) : (
            <p>
              <span className="text-muted">{i18n.t('Your number')}</span>{' '}
              <span className="font-semibold">{noWrap(formatPhone(number))}</span>
            </p>
          )}
          {!isAdding && (
            <Button variant="quiet" disabled={paying} onClick={() => add(true)}>
              {i18n.t('Another number of mine')}
            </Button>
          )}
        </div>
      </form>
      {isAdding && (
        <Suspense fallback={<Skeleton lines={3} />}>
          <AddPayerNumber
            // Closes by itself: a price that answers at once does not draw this form anew.
            onAdded={(added) => {
              add(false)
              onNumber(added)
            }}
            onCancel={() => add(false)}
          />
        </Suspense>
      )}
      {chosen && !isAdding && (
        <div className="flex flex-col gap-2 rounded-md bg-brand-soft p-4">
          <p className="font-bold">{noWrap(requestText(collection))}</p>
          <p>{i18n.t('Enter your PIN on your own phone. We never ask for it.')}</p>
          <p className="text-muted">{noWrap(extraText(collection, payment))}</p>
        </div>
      )}
      {limit !== null && <Notice tone="warn" title={limit} />}
      <div ref={refusal} className="empty:hidden">
        {message !== null && <Notice tone="error" title={message} />}
      </div>
      {sandbox && (
        <p className="text-muted">
          {i18n.t('In the sandbox, your phone is on')}{' '}
          <TextLink href="/sandbox" target="_blank" rel="noopener">
            {i18n.t('the sandbox’s page')}
            <span className="sr-only"> {i18n.t('(opens in a new tab)')}</span>
          </TextLink>
          .
        </p>
      )}
    </Card>
  )
}

/** Asks the server whether this payment has a request that may still take money. */
async function hasOpenAttempt(paymentId: string): Promise<boolean> {
  const { data } = await tryCall(calls.getTransfer, { params: { payment_id: paymentId } })
  return data?.transfer.pay.attempts.some(isOpen) ?? false
}

/** Says what the network will do after Pay, with the name that the payer will see. */
function requestText({ amount, currency, networkLabel: network, nameShown, prompt }: Collection): string {
  const total = formatMinor(amount, currency)
  const name = nameShown ?? 'Sesa'
  switch (prompt) {
    case 'automatic':
      return i18n.t('{network} will ask you to approve {total} for {name}.', { network, total, name })
    case 'manual':
      return i18n.t('You’ll approve {total} for {name} in your {network} menu.', { network, total, name })
    case 'code':
      return i18n.t('You’ll dial a code on your phone to pay {total} to {name}.', { total, name })
  }
}

function extraText({ amount, currency, networkLabel: network }: Collection, { quote }: OpenPayment): string {
  const fee = i18n.t('Your network may add a fee of its own.')
  if (amount === quote.total) return fee
  const rounded = i18n.t('{network} takes whole amounts only, so {total} is rounded up.', {
    network,
    total: formatMinor(quote.total, currency),
  })
  return `${rounded} ${fee}`
}
