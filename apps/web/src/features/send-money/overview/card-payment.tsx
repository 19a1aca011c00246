import { Elements } from '@stripe/react-stripe-js'
import type { Stripe } from '@stripe/stripe-js'
import { useEffect, useEffectEvent, useState, useRef } from 'react'
import type { Config } from '@sesa/contract'
import * as i18n from '@sesa/contract/i18n'
import { Button } from '@sesa/ui/button.tsx'
import { Card } from '@sesa/ui/layout/card.tsx'
import { Notice } from '@sesa/ui/feedback/notice.tsx'
import { openStripe } from '../../../lib/stripe/stripe.ts'
import { useCardAppearance } from './appearance.ts'
import { CardForm, FormSkeleton } from './card-form.tsx'
import { FORM_WORDS, type FormMethod } from '../pay/form-words.ts'
import { elementsOptions } from './elements-options.ts'
import { arrivalEvent, type FormOpening, type ReviewEvent, UNEXPECTED } from './review-state.ts'

interface PaymentMessageProps {
  by: FormMethod
  message: string
  isFieldError: boolean
}

/** Explains why nothing was charged, scrolled into view. */
function PaymentMessage({ by, message, isFieldError }: PaymentMessageProps) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    box.current?.scrollIntoView({ block: 'nearest' })
  }, [message])

  // The form itself shows errors in its fields.
  if (isFieldError) {
    return (
      <p role="alert" className="sr-only">
        {message}
      </p>
    )
  }
  return (
    <div ref={box}>
      <Notice tone="error" title={message}>
        {message === UNEXPECTED
          ? i18n.t('You can safely try again: one transfer is never charged twice.')
          : FORM_WORDS[by].unpaid}
      </Notice>
    </div>
  )
}

interface CardPaymentProps {
  by: FormMethod
  payment: FormOpening
  card: Config['card']
  paying: boolean
  message: string | null
  isFieldError: boolean
  /** Called whenever the form becomes ready for submission, or reloads. */
  onReady: (isReady: boolean) => void
  /** Called with the saved card chosen in the form; null for a new card. */
  onChoose: (cardId: string | null) => void
  onEvent: (event: ReviewEvent) => void
}

type Loaded = 'loading' | 'failed' | Stripe

/** Renders a payment by card or from a bank account in Stripe's own form: its data never reaches this page. */
export default function CardPayment(props: CardPaymentProps) {
  const { by, payment, card, paying, message, isFieldError, onReady, onChoose, onEvent } = props
  const [stripe, setStripe] = useState<Loaded>('loading')
  const [tries, setTries] = useState(0)
  const appearance = useCardAppearance()
  const { clientSecret } = payment

  const tell = useEffectEvent(onEvent)
  useEffect(() => {
    let gone = false
    const load = async () => {
      const loaded = await openStripe(card)
      const { paymentIntent } = await loaded.retrievePaymentIntent(clientSecret)
      if (gone) return
      const event = paymentIntent && arrivalEvent(paymentIntent)
      if (event) tell(event)
      setStripe(loaded)
    }
    load().catch(() => !gone && setStripe('failed'))
    return () => {
      gone = true
    }
  }, [card, clientSecret, tries])

  // Another window or device may have paid or replaced this payment while this page was hidden.
  const look = useEffectEvent(async () => {
    if (typeof stripe === 'string' || paying || document.visibilityState !== 'visible') return
    const { paymentIntent } = await stripe.retrievePaymentIntent(clientSecret)
    const event = paymentIntent && arrivalEvent(paymentIntent)
    if (event && event.type !== 'not-paid') onEvent(event)
  })
  useEffect(() => {
    // A failed check changes nothing: paying checks again.
    const onVisible = () => void look().catch(() => undefined)
    document.addEventListener('visibilitychange', onVisible)
    window.addEventListener('online', onVisible)
    return () => {
      document.removeEventListener('visibilitychange', onVisible)
      window.removeEventListener('online', onVisible)
    }
  }, [])

  const again = () => {
    onReady(false)
    onChoose(null)
    setStripe('loading')
    setTries(tries + 1)
  }

  return (
    <Card className="flex flex-col gap-5">
      <h2 className="text-2xl">{FORM_WORDS[by].title}</h2>
      {by === 'bank_debit' && <BankSteps />}
      {by === 'card' && card.mode === 'sandbox' && <TestCards />}
      {stripe === 'loading' && <FormSkeleton by={by} />}
      {stripe === 'failed' && (
        <Notice
          tone="error"
          title={FORM_WORDS[by].notLoaded}
          action={<Button onClick={again}>{i18n.t('Try again')}</Button>}
        >
          {i18n.t('Check your connection and try again.')}
        </Notice>
      )}
      {typeof stripe !== 'string' && (
        <Elements
          key={`${clientSecret} ${tries}`}
          stripe={stripe}
          options={elementsOptions(payment, tries, appearance)}
        >
          <CardForm
            {...{ by, payment, card, tries, paying, onChoose, onEvent }}
            onReady={() => onReady(true)}
            onReload={again}
          />
        </Elements>
      )}
      {message !== null && <PaymentMessage {...{ by, message, isFieldError }} />}
    </Card>
  )
}

/** Says what happens after Pay Now, and how long it takes. */
function BankSteps() {
  return (
    <ul className="flex list-disc flex-col gap-1 rounded-md bg-brand-soft p-4 pl-9">
      <li>{i18n.t('We fix your rate when you press Pay Now.')}</li>
      <li>{i18n.t('Your bank takes up to 4 banking days.')}</li>
      <li>{i18n.t('We pay out when the money is here.')}</li>
    </ul>
  )
}

const CARDS = [
  { number: '4242 4242 4242 4242', what: i18n.t('is charged') },
  { number: '4000 0000 0000 3220', what: i18n.t('needs 3-D Secure approval') },
  { number: '4000 0000 0000 0002', what: i18n.t('is declined') },
] as const

/** Lists the test cards of the sandbox's card network, collapsed to one line. */
function TestCards() {
  return (
    <details className="rounded-md bg-brand-soft">
      <summary className="min-h-12 px-4 py-3 font-semibold">{i18n.t('Test cards')}</summary>
      <ul className="flex flex-col gap-1 px-4">
        {CARDS.map(({ number, what }) => (
          <li key={number} className="flex flex-wrap gap-x-3">
            <code className="font-semibold tabular-nums select-all">{number}</code>
            <span>{what}</span>
          </li>
        ))}
      </ul>
      <p className="px-4 pt-2 pb-4 text-muted">{i18n.t('Any future date and any security code.')}</p>
    </details>
  )
}
