import { lazy, Suspense } from 'react'
import type { Config, CountryCode } from '@sesa/contract'
import * as i18n from '@sesa/contract/i18n'
import type { Failure } from '@sesa/ui/api/http.ts'
import { Button } from '@sesa/ui/button.tsx'
import { Notice } from '@sesa/ui/feedback/notice.tsx'
import { Skeleton } from '@sesa/ui/feedback/skeleton.tsx'
import { Spinner } from '@sesa/ui/feedback/spinner.tsx'
import { formatRecent } from '@sesa/ui/format.ts'
import { Card } from '@sesa/ui/layout/card.tsx'
import { loadCode } from '../../../lib/loading/load-code.ts'
import { PriceClock } from '../overview/price-clock.tsx'
import { isInForm, type Review, type ReviewEvent } from '../overview/review-state.ts'
import { networksOf, type PayMethod } from '../../../lib/ways-to-pay.ts'
import { payableUntil, wayFrom, type Way } from './ways.ts'

interface LockedCardsProps {
  lock: Failure
  /** True while the card is being charged. */
  paying: boolean
  onUnlock: () => void
}

/** Explains why the card form has no saved cards, and offers a way to unlock them. A typed card always works. */
function LockedCards({ lock, paying, onUnlock }: LockedCardsProps) {
  if (lock.code === 'step_up_required')
    return (
      <Notice
        title={i18n.t('Your saved cards are locked')}
        action={
          <Button variant="secondary" disabled={paying} onClick={onUnlock}>
            {i18n.t('Confirm it’s you')}
          </Button>
        }
      >
        {i18n.t('Confirm it’s you to pay with one, or type a card below.')}
      </Notice>
    )
  const until = lock.details?.['until']
  return (
    <Notice title={i18n.t('Your saved cards are locked')}>
      {typeof until === 'string'
        ? i18n.t('This device or a way to sign in is new. You can use them from {time}.', {
            time: formatRecent(until),
          })
        : lock.message}{' '}
      {i18n.t('You can pay with a card typed below.')}
    </Notice>
  )
}

const CardPayment = lazy(() => loadCode(() => import('../overview/card-payment.tsx')))
const PhonePayment = lazy(() => loadCode(() => import('./phone-payment.tsx')))

interface PaymentProps {
  review: Extract<Review, { step: 'open' }>
  config: Config
  methods: readonly PayMethod[]
  way: Way
  sender: CountryCode
  /** The number that the customer signs in with. */
  phone: string
  choose: (way: Way) => void
  /** Called whenever the form becomes ready for submission, or reloads. */
  onReady: (isReady: boolean) => void
  /** Called with the saved card chosen in the card form; null for a new card. */
  onCard: (cardId: string | null) => void
  onUnlock: () => void
  onEvent: (event: ReviewEvent) => void
  /** Called once the payer's network has been asked. */
  onAsked: () => void
}

/** Renders an open payment: how long its price is locked, and Stripe's form or the wallet that pays. */
export function Payment(props: PaymentProps) {
  const { review, config, methods, way, sender, phone, choose, onReady, onCard, onUnlock, onEvent, onAsked } =
    props
  const { payment, paying, message } = review
  return (
    <>
      <PriceClock
        expiresAt={payableUntil(payment.quote, payment.collection)}
        paused={paying}
        onEnd={() => onEvent({ type: 'time-up' })}
      />
      {payment.lock && <LockedCards lock={payment.lock} paying={paying} onUnlock={onUnlock} />}
      {isInForm(payment) && way.method !== 'momo' && (
        <Suspense fallback={<Opening label={i18n.t('Loading')} />}>
          <CardPayment
            by={way.method}
            {...{ payment, paying, message, onReady, onEvent }}
            card={config.card}
            isFieldError={review.isFieldError === true}
            onChoose={onCard}
          />
        </Suspense>
      )}
      {payment.collection && (
        <Suspense fallback={<Opening label={i18n.t('Loading')} />}>
          <PhonePayment
            {...{ payment, way, phone, paying, message, onEvent, onAsked }}
            collection={payment.collection}
            networks={networksOf(methods)}
            sandbox={config.sandbox}
            onReady={onReady}
            onNetwork={(network) =>
              choose({ method: 'momo', network, ...(way.phone !== undefined && { phone: way.phone }) })
            }
            onNumber={(chosen) => choose(wayFrom(chosen, way, methods, { sender, own: phone }))}
          />
        </Suspense>
      )}
    </>
  )
}

export function Opening({ label }: { label: string }) {
  return (
    <Card>
      <p role="status" className="mb-5 flex items-center gap-3 text-muted">
        <Spinner size={20} />
        {label}
      </p>
      <Skeleton lines={6} />
    </Card>
  )
}
