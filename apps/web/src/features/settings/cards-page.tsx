import { useRef, useState } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { calls, cardLabel, type SavedCard } from '@sesa/contract'
import * as i18n from '@sesa/contract/i18n'
import { rich } from '@sesa/ui/rich.tsx'
import { serverNow, type Failure } from '@sesa/ui/api/http.ts'
import { formatDate } from '@sesa/ui/format.ts'
import { useLoadState } from '@sesa/ui/load-state.ts'
import { CardIcon, LockIcon } from '@sesa/ui/art/icons.tsx'
import { Button, ButtonLink } from '@sesa/ui/button.tsx'
import { cx } from '@sesa/ui/class-names.ts'
import { EmptyState } from '@sesa/ui/feedback/empty-state.tsx'
import { LoadTrouble } from '@sesa/ui/feedback/load-trouble.tsx'
import { Notice } from '@sesa/ui/feedback/notice.tsx'
import { LoadingCard } from '@sesa/ui/feedback/loading-card.tsx'
import { useToast } from '@sesa/ui/feedback/toast.tsx'
import { Card } from '@sesa/ui/layout/card.tsx'
import { Page } from '@sesa/ui/layout/page.tsx'
import { Dialog } from '@sesa/ui/overlay/dialog.tsx'
import { callApi, tryCall } from '../../lib/api/api.ts'
import { paths } from '../../lib/paths.ts'
import { expiryText, hasExpired } from './cards.ts'

const KEY = ['cards']

/** Lists the saved cards, each with a button to remove it. */
export default function CardsPage() {
  const client = useQueryClient()
  const query = useQuery({ queryKey: KEY, queryFn: ({ signal }) => callApi(calls.listCards, { signal }) })
  const state = useLoadState(query)
  const toast = useToast()
  const list = useRef<HTMLDivElement>(null)
  const [asked, setAsked] = useState<SavedCard | null>(null)
  const cards = query.data?.cards

  const removed = async () => {
    await client.invalidateQueries({ queryKey: KEY })
    setAsked(null)
    toast(i18n.t('Card removed'))
    // The button that opened the question is gone.
    list.current?.focus()
  }

  return (
    <Page
      title={i18n.t('Cards')}
      hasError={state.failure !== null}
      lead={i18n.t('The cards you saved. We never charge them unless you press Pay.')}
    >
      <LoadTrouble what={i18n.t('your cards')} state={state} />
      {!cards && state.loading && <LoadingCard lines={3} />}
      <div ref={list} tabIndex={-1} className="outline-none">
        {cards?.length === 0 && (
          <EmptyState
            art={<CardIcon className="size-12 text-brand-ink" />}
            title={i18n.t('No saved cards')}
            action={<ButtonLink href={paths.sendMoney}>{i18n.t('Send Money')}</ButtonLink>}
          >
            {i18n.t('Tick the box when you next pay, and you won’t need to type your card again.')}
          </EmptyState>
        )}
        {cards && cards.length > 0 && (
          <ul className="flex flex-col gap-3">
            {cards.map((card) => (
              <li key={card.id}>
                <Row card={card} onRemove={() => setAsked(card)} />
              </li>
            ))}
          </ul>
        )}
      </div>
      <p className="flex gap-2 text-muted">
        <LockIcon />
        <span>{i18n.t('Payments by Stripe. Stripe keeps your cards; we never see the number.')}</span>
      </p>
      <RemoveCard card={asked} onClose={() => setAsked(null)} onRemoved={removed} />
    </Page>
  )
}

function Row({ card, onRemove }: { card: SavedCard; onRemove: () => void }) {
  const now = new Date(serverNow())
  const expired = hasExpired(card, now)
  return (
    <Card className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <div className="flex min-w-0 items-start gap-4">
        <CardIcon className="text-brand-ink" />
        <div className="min-w-0">
          <p className="font-semibold tabular-nums">{cardLabel(card)}</p>
          <p className={cx('tabular-nums', expired ? 'font-semibold text-warn' : 'text-muted')}>
            {expiryText(card, now)}
          </p>
          <p className="text-muted tabular-nums">
            {i18n.t('Saved {addedAt}', { addedAt: formatDate(card.addedAt) })}
          </p>
        </div>
      </div>
      <Button
        variant="secondary"
        aria-label={i18n.t('Remove {card}', { card: cardLabel(card) })}
        onClick={onRemove}
      >
        {i18n.t('Remove')}
      </Button>
    </Card>
  )
}

interface RemoveCardProps {
  card: SavedCard | null
  onClose: () => void
  onRemoved: () => Promise<void>
}

/** Asks before a card is removed. A card that is already gone counts as removed. */
function RemoveCard({ card, onClose, onRemoved }: RemoveCardProps) {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)

  const close = () => {
    setFailure(null)
    onClose()
  }
  const confirm = async () => {
    if (!card) return
    setBusy(true)
    setFailure(null)
    const { error } = await tryCall(calls.removeCard, { params: { id: card.id } })
    if (error && error.code !== 'not_found') setFailure(error)
    else await onRemoved()
    setBusy(false)
  }

  return (
    <Dialog
      open={card !== null}
      onClose={close}
      title={i18n.t('Remove this card?')}
      closeLabel={i18n.t('Keep it')}
      busy={busy}
      actions={
        <Button variant="danger" busy={busy} busyLabel={i18n.t('Removing')} onClick={() => void confirm()}>
          {i18n.t('Remove')}
        </Button>
      }
    >
      {card && (
        <p>
          {rich(i18n.t('You’ll need to type <card/> again to pay with it.'), {
            card: <span className="inline-block">{cardLabel(card)}</span>,
          })}
        </p>
      )}
      {failure && (
        <Notice tone="error" title={i18n.t('We couldn’t remove the card')}>
          {failure.message}
        </Notice>
      )}
    </Dialog>
  )
}
