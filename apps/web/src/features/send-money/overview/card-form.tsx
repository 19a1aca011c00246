import { PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js'
import { type Config, type Profile, CARD_CONSENT } from '@sesa/contract'
import type { Stripe, StripeElements } from '@stripe/stripe-js'
import { useState, type FormEvent } from 'react'
import * as i18n from '@sesa/contract/i18n'
import { Button } from '@sesa/ui/button.tsx'
import { cx } from '@sesa/ui/class-names.ts'
import { Notice } from '@sesa/ui/feedback/notice.tsx'
import { Skeleton } from '@sesa/ui/feedback/skeleton.tsx'
import { paths } from '../../../lib/paths.ts'
import { useSession } from '../../../lib/session/session.ts'
import { useCardAppearance } from './appearance.ts'
import { BANK_ONLY, CARD_ONLY, sessionOf, walletOptions } from './elements-options.ts'
import { FORM_WORDS, type FormMethod } from '../pay/form-words.ts'
import { PAY_FORM_ID } from './pay-bar.tsx'
import {
  arrivalEvent,
  confirmationEvent,
  UNEXPECTED,
  type FormOpening,
  type ReviewEvent,
} from './review-state.ts'
import { WalletButtons } from './wallet-buttons.tsx'
import { LockIcon } from '@sesa/ui/art/icons.tsx'
import { noWrap } from '@sesa/ui/layout/no-wrap.tsx'

/** Explains which company takes the payment, which cards are accepted, and how a saved card is used. */
function FormTerms({ by, canSave }: { by: FormMethod; canSave: boolean }) {
  return (
    <div className="flex flex-col gap-2 text-muted">
      {canSave && <p>{CARD_CONSENT.terms}</p>}
      <p className="flex gap-2">
        <LockIcon />
        <span>{noWrap(FORM_WORDS[by].terms)}</span>
      </p>
    </div>
  )
}

interface CardFormProps {
  by: FormMethod
  payment: FormOpening
  card: Config['card']
  /** Number of times the form was reloaded. */
  tries: number
  paying: boolean
  /** Called once the form can be submitted; the Pay button submits it from outside. */
  onReady: () => void
  /** Called with the saved card chosen in the form; null for a new card. */
  onChoose: (cardId: string | null) => void
  onEvent: (event: ReviewEvent) => void
  onReload: () => void
}

/** Renders the card provider's form. */
export function CardForm(props: CardFormProps) {
  const { by, payment, card, tries, paying, onReady, onChoose, onEvent, onReload } = props
  const stripe = useStripe()
  const elements = useElements()
  const [form, setForm] = useState<'loading' | 'ready' | 'failed'>('loading')

  const canSave = sessionOf(payment, tries) !== null
  const { theme } = useCardAppearance()
  // Read once: a button cannot change its theme.
  const [wallets] = useState(() => (by === 'card' ? walletOptions(card, theme) : null))
  const { profile } = useSession()

  /** Charges the card or the account in the form, or the card of the pressed wallet. Resolves to true once it is paid. */
  const pay = async (): Promise<boolean> => {
    if (!stripe || !elements || paying || form !== 'ready') return false
    onEvent({ type: 'pay' })
    const outcome = await confirm(stripe, elements, payment.clientSecret)
    onEvent(outcome)
    return outcome.type === 'paid'
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void pay()
  }

  if (form === 'failed') {
    return (
      <Notice
        tone="error"
        title={FORM_WORDS[by].notLoaded}
        action={<Button onClick={onReload}>{i18n.t('Try again')}</Button>}
      >
        {i18n.t('Check your connection and try again.')}
      </Notice>
    )
  }
  return (
    <form id={PAY_FORM_ID} noValidate onSubmit={submit} className="flex flex-col gap-5">
      {form === 'loading' && <FormSkeleton by={by} />}
      <div
        // Keeps its width while it loads, so that the form can measure itself.
        className={cx('flex flex-col gap-5', form === 'loading' && 'h-0 overflow-hidden opacity-0')}
      >
        {wallets && <WalletButtons options={wallets} paying={paying} onPay={pay} />}
        <PaymentElement
          options={
            by === 'card'
              ? CARD_ONLY
              : { ...BANK_ONLY, defaultValues: { billingDetails: billingOf(profile) } }
          }
          onReady={() => {
            setForm('ready')
            onReady()
          }}
          onChange={({ value }) => onChoose(value.payment_method?.id ?? null)}
          // Saved cards that cannot be opened never block a payment: the form opens again without them.
          onLoadError={() => (canSave ? onReload() : setForm('failed'))}
        />
        <FormTerms by={by} canSave={canSave} />
      </div>
    </form>
  )
}

/** Returns what the form needs to know about the account's owner, so that they need not type it. */
function billingOf(profile: Pick<Profile, 'name' | 'email'> | null) {
  return { name: profile?.name ?? '', email: profile?.email ?? '' }
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

export function FormSkeleton({ by }: { by: FormMethod }) {
  return (
    <>
      <p role="status" className="sr-only">
        {FORM_WORDS[by].loading}
      </p>
      <Skeleton lines={4} />
    </>
  )
}
