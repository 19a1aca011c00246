import { useLayoutEffect, useRef } from 'react'
import { type Quote, calls, cardLabel } from '@sesa/contract'
import * as i18n from '@sesa/contract/i18n'
import { formatMinor } from '@sesa/ui/format.ts'
import { Button, TextLink } from '@sesa/ui/button.tsx'
import { AlertIcon } from '@sesa/ui/art/icons.tsx'
import { useOnline } from '../../../lib/use-online.ts'
import { showDisclosure } from './disclosure-box.tsx'
import { offlineText } from './pay-state.ts'
import type { PayMethod } from '../../../lib/ways-to-pay.ts'
import type { Collection } from '../pay/ways.ts'
import { useQuery } from '@tanstack/react-query'
import { callApi } from '../../../lib/api/api.ts'

/** Names the saved card that Pay charges. Shows nothing for a new card, or while the name is unknown. */
function SavedCardName({ cardId }: { cardId: string | null }) {
  const { data } = useQuery({
    queryKey: ['cards'],
    queryFn: ({ signal }) => callApi(calls.listCards, { signal }),
    enabled: cardId !== null,
    retry: false,
  })
  const card = data?.cards.find(({ id }) => id === cardId)
  if (!card) return null
  return (
    <p id="pay-card" className="tabular-nums">
      <span className="sr-only">{i18n.t('with')} </span>
      {cardLabel(card)}
    </p>
  )
}

/** Id of the form that the Pay button submits from outside. */
export const PAY_FORM_ID = 'pay-form'

interface PayBarProps {
  method: PayMethod['method']
  quote: Quote
  /** With mobile money: what the network will ask for. */
  collection: Collection | undefined
  /** True once the form can be submitted. */
  ready: boolean
  paying: boolean
  /** True if an earlier attempt may have charged the card. */
  unsure: boolean
  /** The saved card chosen in the card form; null for a new card. */
  savedCard: string | null
}

/**
 * Renders the total and the Pay button, always in sight: at the edge of the screen on a phone, next to the form
 * otherwise.
 */
export function PayBar({ method, quote, collection, ready, paying, unsure, savedCard }: PayBarProps) {
  const online = useOnline()
  const bar = useRoomForBar()
  const { currency } = quote
  const charge = collection ?? quote.charge
  const offline = online ? null : offlineText({ paying, unsure, byCard: method === 'card' })
  return (
    <section
      ref={bar}
      aria-label={i18n.t('Payment')}
      data-pay=""
      className="fixed inset-x-0 bottom-0 z-20 border-t border-line bg-surface px-4 py-3 shadow-card min-[60rem]:sticky min-[60rem]:rounded-t-lg min-[60rem]:border print:hidden"
    >
      <div className="mx-auto max-w-160">
        <p id="pay-offline" role="status">
          {offline !== null && (
            <span className="mb-3 flex gap-2 font-semibold">
              <AlertIcon className="text-warn" />
              {offline}
            </span>
          )}
        </p>
        <div className="flex flex-wrap items-center gap-3">
          {/* With large text, Pay is below, as wide as the bar. */}
          <div className="min-w-32 flex-[999_1_0]">
            <p id="pay-amount" className="flex flex-wrap items-baseline gap-x-2">
              <span className="text-muted">
                {charge.currency === currency ? i18n.t('Total') : i18n.t('Charged to your card')}
              </span>{' '}
              <span className="text-lg font-extrabold whitespace-nowrap tabular-nums">
                {formatMinor(charge.amount, charge.currency)}
              </span>
            </p>
            <SavedCardName cardId={savedCard} />
            <TextLink
              href="#disclosure"
              className="inline-block py-0.5"
              onClick={(event) => {
                event.preventDefault()
                showDisclosure()
              }}
            >
              {i18n.t('All the details')}
            </TextLink>
          </div>
          <Button
            type="submit"
            form={PAY_FORM_ID}
            size="lg"
            busy={paying}
            busyLabel={i18n.t('Processing')}
            disabled={!ready || !online}
            aria-describedby="pay-amount pay-card pay-offline"
            className="shrink-0 grow max-[22.5rem]:px-5"
          >
            {i18n.t('Pay Now')}
          </Button>
        </div>
      </div>
    </section>
  )
}

/**
 * Places the bar above the sandbox's banner, and keeps the page's end and every focused field clear of both. Their
 * heights depend on the text size, so they are measured.
 */
function useRoomForBar() {
  const bar = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    const element = bar.current
    if (!element) return
    const banner = document.querySelector<HTMLElement>('[data-banner]')
    const place = () => {
      const isFixed = getComputedStyle(element).position === 'fixed'
      const below = banner?.offsetHeight ?? 0
      const covered = isFixed ? `${below + element.offsetHeight}px` : ''
      element.style.bottom = `${below}px`
      document.body.style.paddingBottom = covered
      document.documentElement.style.scrollPaddingBottom = covered
    }
    const observer = new ResizeObserver(place)
    observer.observe(element)
    if (banner) observer.observe(banner)
    return () => {
      observer.disconnect()
      document.body.style.paddingBottom = ''
      document.documentElement.style.scrollPaddingBottom = ''
    }
  }, [])
  return bar
}
