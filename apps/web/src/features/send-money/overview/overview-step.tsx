import { useEffect, useEffectEvent, useState, useSyncExternalStore, type ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { formatPhone, type Config, type CountryCode, type Draft, type Quote } from '@sesa/contract'
import * as i18n from '@sesa/contract/i18n'
import type { Failure } from '@sesa/ui/api/http.ts'
import { Button, ButtonLink } from '@sesa/ui/button.tsx'
import { Notice } from '@sesa/ui/feedback/notice.tsx'
import { paths, transferStatusPath, withTo } from '../../../lib/paths.ts'
import { useSession } from '../../../lib/session/session.ts'
import { requestStepUp } from '../../../lib/session/step-up.ts'
import { ChangedPrice } from './changed-price.tsx'
import { TermsLine } from '../../../lib/terms-line.tsx'
import { DisclosureBox } from './disclosure-box.tsx'
import type { DraftStore } from '../../../lib/forms/draft-store.ts'
import type { TransferRequest } from '../details/transfer-request.ts'
import { PayBar } from './pay-bar.tsx'
import type { Review } from './review-state.ts'
import { SendPage } from '../send-page.tsx'
import { PriceSummary, Summary } from './summary.tsx'
import { useReview } from './use-review.ts'
import { Opening, Payment } from '../pay/payment.tsx'
import { WaysToPay } from '../pay/ways-to-pay.tsx'
import { methodsOf } from '../../../lib/ways-to-pay.ts'
import { firstWay, wayBy } from '../pay/ways.ts'
import { Listen } from '../../../lib/listen/listen.tsx'
import { WalletHolder } from '../details/wallet-holder.tsx'

/** From this width on, the summary is next to the form. The class names below repeat it. */
const wide = matchMedia('(min-width: 60rem)')

interface PayLayoutProps {
  /** How to pay: above all on a phone, and above the form on a wide screen. */
  ways: ReactNode
  summary: ReactNode
  /** The card form and the disclosure, or their replacement. */
  children: ReactNode
  /** The bar with the Pay button, once a payment is open. */
  bar?: ReactNode
}

/**
 * Lays out step 2: one column on a phone, with Pay at the edge of the screen; two columns on a wide screen, where the
 * summary and Pay stay in sight. Pay is always last in the document, after the disclosure. The form never moves within
 * the document, because a moved frame loses its typed content.
 */
function PayLayout({ ways, summary, children, bar }: PayLayoutProps) {
  const isWide = useSyncExternalStore(onChange, () => wide.matches)
  return (
    <div className="flex flex-col gap-6 min-[60rem]:grid min-[60rem]:grid-cols-[minmax(0,1fr)_25rem] min-[60rem]:items-start">
      {!isWide && (
        <div className="flex flex-col gap-4">
          {ways}
          {summary}
        </div>
      )}
      <div className="flex min-w-0 flex-col gap-6">
        {isWide && ways}
        {children}
      </div>
      <div className={isWide ? 'sticky top-6 flex flex-col gap-3' : 'contents'}>
        {isWide && summary}
        {bar}
      </div>
    </div>
  )
}

function onChange(listener: () => void): () => void {
  wide.addEventListener('change', listener)
  return () => wide.removeEventListener('change', listener)
}

/** Pages for data that a payment requires first, by error code; the customer then returns to this step. */
const NEEDED: Partial<Record<Failure['code'], readonly [page: string, label: string]>> = {
  sender_details_required: [paths.senderDetails, i18n.t('Add your sender details')],
  agreements_due: [paths.agreements, i18n.t('Read and agree')],
  account_on_hold: [paths.contact, i18n.t('Contact us')],
  payment_attempt_open: [paths.dashboard, i18n.t('Go to your transactions')],
  payer_number_unverified: [paths.settings, i18n.t('Change phone number')],
}

interface OverviewStepProps {
  owner: string
  order: TransferRequest
  draft: Draft
  sender: CountryCode
  config: Config
  store: DraftStore
  /** Returns to the details, with the server's error in one of the fields if there is one. */
  onEdit: (failure?: Failure) => void
  onAccept: (quote: Quote) => void
}

/** Renders step 2: the price, the card form, the disclosure before payment, and Pay. */
export function OverviewStep(props: OverviewStepProps) {
  const { owner, order, draft, sender, config, store, onEdit, onAccept } = props
  const navigate = useNavigate()
  const phone = useSession().profile?.phoneNumber ?? ''
  const methods = methodsOf(config, sender)
  const [first] = useState(() => firstWay(methods, sender, phone))
  const { review, dispatch, way, prices, change, askAgain, choose } = useReview(order, draft, store, first)
  /** The last price, while another one is on its way. */
  const [priced, setPriced] = useState<Quote | null>(null)
  if (review.step === 'open' && review.payment.quote !== priced) setPriced(review.payment.quote)
  /** Id of the payment whose form is ready. */
  const [readyId, setReadyId] = useState<string | null>(null)
  /** The saved card chosen in a payment's form. */
  const [chosen, setChosen] = useState<{ paymentId: string; cardId: string | null } | null>(null)
  const quote = quoteOf(review)
  const network = config.networks.find(
    (entry) => entry.country === order.country && entry.value === order.network,
  )

  // A debit takes days, of which recent pay-outs tell nothing.
  const usually = way.method === 'bank_debit' ? null : (network?.usually ?? null)
  const isLocked = review.step === 'paid' || (review.step === 'open' && review.paying)

  const isDeclined = way.method === 'card' && review.step === 'expired' && review.declined === true

  const unlock = async () => {
    if (await requestStepUp()) askAgain()
  }

  // How to pay is chosen here, not in the details.
  const field = review.step === 'failed' ? review.failure.field : undefined
  const failedField = field?.startsWith('pay') ? undefined : field
  const code = review.step === 'failed' ? review.failure.code : undefined
  // Another number may have been removed in another window.
  const isRemoved = code === 'payer_number_unverified' && way.phone !== undefined
  const needed = code === undefined || isRemoved ? undefined : NEEDED[code]
  const paidId = review.step === 'paid' ? review.id : undefined
  const toDetails = useEffectEvent(() => review.step === 'failed' && onEdit(review.failure))
  const toStatus = useEffectEvent((id: string) => {
    store.close(id)
    // Replaces this page, so that Back does not lead to the form of a paid transfer.
    void navigate(transferStatusPath(id), { replace: true })
  })
  useEffect(() => {
    if (failedField !== undefined) toDetails()
  }, [failedField])
  useEffect(() => {
    if (paidId !== undefined) toStatus(paidId)
  }, [paidId])

  return (
    <SendPage step="overview" hasError={review.step === 'failed'}>
      <PayLayout
        ways={
          <WaysToPay
            {...{ methods, prices, change }}
            chosen={way.method}
            quote={priced}
            locked={isLocked}
            onChoose={(method) => choose(wayBy(method, methods, sender, phone))}
          />
        }
        summary={
          <>
            <Summary {...{ order, sender, network, quote }} onEdit={() => onEdit()} locked={isLocked} />
            <WalletHolder alone owner={owner} wallet={order} />
            <Listen to="the total" quote={quote} recipient={order.name} />
            {review.step === 'open' && <PriceSummary quote={review.payment.quote} usually={usually} />}
          </>
        }
        bar={
          review.step === 'open' && (
            <PayBar
              method={way.method}
              quote={review.payment.quote}
              collection={review.payment.collection}
              ready={readyId === review.payment.id}
              paying={review.paying}
              unsure={review.unsure === true}
              savedCard={chosen?.paymentId === review.payment.id ? chosen.cardId : null}
            />
          )
        }
      >
        {(review.step === 'opening' || review.step === 'paid') && (
          <Opening
            label={review.step === 'paid' ? i18n.t('Checking Payment Status') : i18n.t('Getting your price')}
          />
        )}
        {review.step === 'failed' && failedField === undefined && (
          <Notice
            tone="error"
            title={i18n.t('We couldn’t start your payment')}
            action={
              <>
                {needed ? (
                  <ButtonLink href={withTo(needed[0], `${paths.sendMoney}?step=overview`)}>
                    {needed[1]}
                  </ButtonLink>
                ) : (
                  <Button
                    onClick={isRemoved ? () => choose(wayBy('momo', methods, sender, phone)) : askAgain}
                  >
                    {isRemoved ? i18n.t('Use {number}', { number: formatPhone(phone) }) : i18n.t('Try again')}
                  </Button>
                )}
                <Button variant="secondary" onClick={() => onEdit()}>
                  {i18n.t('Edit the details')}
                </Button>
              </>
            }
          >
            {i18n.t('{message} We’ve kept your details.', { message: review.failure.message })}
          </Notice>
        )}
        {review.step === 'changed' && (
          <ChangedPrice order={order} quote={review.quote} onAccept={onAccept} onEdit={() => onEdit()} />
        )}
        {review.step === 'expired' && isDeclined && (
          <Notice
            tone="warn"
            title={i18n.t('This transfer was cancelled')}
            action={<Button onClick={askAgain}>{i18n.t('Try another card')}</Button>}
          >
            {i18n.t(
              'We cancel a transfer after several declined cards, or when you start another one. We’ve kept your details.',
            )}
          </Notice>
        )}
        {review.step === 'expired' && !isDeclined && (
          <Notice
            tone="warn"
            title={i18n.t('This price has expired')}
            action={<Button onClick={askAgain}>{i18n.t('Get a new price')}</Button>}
          >
            {review.payment.collection
              ? i18n.t(
                  'Approving on your phone takes a few minutes, so you need a new price. We’ve kept your details.',
                )
              : i18n.t(
                  'We lock a price for 30 minutes, for one transfer at a time. We’ve kept your details.',
                )}
          </Notice>
        )}
        {review.step === 'open' && (
          <>
            <Payment
              review={review}
              {...{ config, methods, way, sender, phone, choose }}
              onReady={(isReady) => setReadyId(isReady ? review.payment.id : null)}
              onCard={(cardId) => setChosen({ paymentId: review.payment.id, cardId })}
              onUnlock={() => void unlock()}
              onEvent={dispatch}
              // The draft stays: only a payment ends it.
              onAsked={() => void navigate(transferStatusPath(review.payment.id), { replace: true })}
            />
            <TermsLine />
            <DisclosureBox {...{ order, sender }} quote={review.payment.quote} support={config.support} />
          </>
        )}
      </PayLayout>
    </SendPage>
  )
}

function quoteOf(review: Review): Quote | null {
  if (review.step === 'changed') return review.quote
  return review.step === 'open' || review.step === 'expired' ? review.payment.quote : null
}
