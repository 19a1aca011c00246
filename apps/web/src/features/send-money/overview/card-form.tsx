import { PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js'
import type { Stripe, StripeElements } from '@stripe/stripe-js'
import { useState, type FormEvent } from 'react'
import { paths } from '../../../lib/paths.ts'
import { Button } from '../../../ui/button.tsx'
import { cx } from '../../../ui/class-names.ts'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { CARD_FORM_ID } from './pay-bar.tsx'
import {
  arrivalEvent,
  confirmationEvent,
  UNEXPECTED,
  type OpenPayment,
  type ReviewEvent,
} from './review-state.ts'

interface CardFormProps {
  payment: OpenPayment
  paying: boolean
  /** Called once the form can be submitted; the Pay button submits it from outside. */
  onReady: () => void
  onEvent: (event: ReviewEvent) => void
  onReload: () => void
}

/** The card provider's form. */
export function CardForm({ payment, paying, onReady, onEvent, onReload }: CardFormProps) {
  const stripe = useStripe()
  const elements = useElements()
  const [form, setForm] = useState<'loading' | 'ready' | 'failed'>('loading')

  const pay = async (event: FormEvent) => {
    event.preventDefault()
    if (!stripe || !elements || paying || form !== 'ready') return
    onEvent({ type: 'pay' })
    onEvent(await confirm(stripe, elements, payment.clientSecret))
  }

  if (form === 'failed') {
    return (
      <Notice
        tone="error"
        title="We couldn’t load the card form"
        action={<Button onClick={onReload}>Try again</Button>}
      >
        Check your connection and try again.
      </Notice>
    )
  }
  return (
    <form id={CARD_FORM_ID} noValidate onSubmit={(event) => void pay(event)} className="flex flex-col gap-5">
      {form === 'loading' && <FormSkeleton />}
      <div className={cx(form === 'loading' && 'sr-only')}>
        <PaymentElement
          onReady={() => {
            setForm('ready')
            onReady()
          }}
          onLoadError={() => setForm('failed')}
        />
      </div>
    </form>
  )
}

/** Confirms the payment. If the answer leaves the outcome unknown, queries the provider. */
async function confirm(stripe: Stripe, elements: StripeElements, clientSecret: string): Promise<ReviewEvent> {
  try {
    const result = await stripe.confirmPayment({
      elements,
      confirmParams: { return_url: `${location.origin}${paths.transferStatus}` },
      redirect: 'if_required',
    })
    const event = confirmationEvent(result)
    if (event.type !== 'not-paid' || event.message !== UNEXPECTED) return event
    const { paymentIntent } = await stripe.retrievePaymentIntent(clientSecret)
    const found = paymentIntent && arrivalEvent(paymentIntent)
    return found && found.type !== 'not-paid' ? found : event
  } catch {
    return { type: 'not-paid', message: UNEXPECTED }
  }
}

export function FormSkeleton() {
  return (
    <>
      <p role="status" className="sr-only">
        Loading the card form
      </p>
      <Skeleton lines={4} />
    </>
  )
}
