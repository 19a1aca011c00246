import { useEffect, useRef } from 'react'
import * as i18n from '@sesa/contract/i18n'
import { Pagination, ViewAll } from '@sesa/ui/layout/pagination.tsx'
import { noWrap } from '@sesa/ui/layout/no-wrap.tsx'
import { Table } from '@sesa/ui/layout/table.tsx'
import { COLUMNS } from './columns.tsx'
import {
  firstRow,
  isNarrowed,
  newerStep,
  olderStep,
  type PageCursor,
  type Step,
  type Trail,
} from './page-cursor.ts'
import { rangeWords, totalsWords } from './totals.ts'
import { useTotals, type useTransfers } from './use-transfers.ts'

interface TransferPagesProps {
  list: ReturnType<typeof useTransfers>
  loading: boolean
  place: PageCursor
  trail: Trail | null
  onTurn: (step: Step) => void
}

/** Renders the rows of one page and the buttons to other pages. While another page loads, the old rows stay. */
export function TransferPages({ list, loading, place, trail, onTurn }: TransferPagesProps) {
  const top = useRef<HTMLDivElement>(null)
  const transfers = list.data?.transfers ?? []
  const cursor = list.data?.nextCursor ?? null
  const newer = newerStep(place, trail)
  const older = olderStep(place, trail, cursor)
  const isCounted = place.page !== null || isNarrowed(place)
  const totals = useTotals(place, isCounted)

  // A customer who pages at the end of the list continues at its top.
  const turned = useRef(false)
  useEffect(() => {
    if (!turned.current) return
    turned.current = false
    top.current?.focus({ preventScroll: true })
    top.current?.scrollIntoView()
  }, [place.page, place.after])
  const turn = (step: Step) => {
    turned.current = true
    onTurn(step)
  }

  return (
    <div
      ref={top}
      tabIndex={-1}
      role="region"
      aria-label={i18n.t('Transfers')}
      className="flex scroll-mt-4 flex-col gap-6"
    >
      {isCounted && (
        // As high as its two lines on a phone, so that the rows do not move.
        <p className="-mb-2 min-h-12 text-muted sm:min-h-6">{totals && noWrap(totalsWords(totals))}</p>
      )}
      <Table
        caption={i18n.t('Transaction History')}
        hideCaption
        columns={COLUMNS}
        rows={transfers}
        rowKey={(transfer) => transfer.payment_id}
        loading={loading}
      />
      {place.page === null && cursor !== null && (
        <ViewAll
          busy={list.isPlaceholderData}
          onClick={() => turn({ place: { ...place, page: 1 }, trail: [] })}
        />
      )}
      {place.page !== null && transfers.length > 0 && (
        <Pagination
          label={i18n.t('Transfers')}
          shown={loading ? i18n.t('Loading') : rangeWords(firstRow(place), transfers.length, totals?.count)}
          busy={list.isPlaceholderData}
          onPrevious={newer ? () => turn(newer) : undefined}
          onNext={older ? () => turn(older) : undefined}
        />
      )}
    </div>
  )
}
