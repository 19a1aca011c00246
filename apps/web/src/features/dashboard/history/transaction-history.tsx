import * as i18n from '@sesa/contract/i18n'
import { useLoadState } from '@sesa/ui/load-state.ts'
import { LoadTrouble } from '@sesa/ui/feedback/load-trouble.tsx'
import { NoTransfers, NothingFound, NothingOlder } from './empty-history.tsx'
import { isNarrowed, LATEST, type PageCursor } from './page-cursor.ts'
import { Toolbar } from './toolbar.tsx'
import { TransferPages } from './transfer-pages.tsx'
import { usePlace, useSearchText } from './use-place.ts'
import { useTransfers } from './use-transfers.ts'

/** Renders search, filters and list, with messages for an empty or unavailable list. */
export function TransactionHistory() {
  const { place, trail, go } = usePlace()
  // A new search or filter starts at the newest transfer: of the short list, or of all pages.
  const page = place.page === null ? null : 1
  const narrow = (change: Partial<PageCursor>, options?: { replace: boolean }) =>
    go({ place: { ...place, page, after: null, ...change }, trail: [] }, options)
  const { text, setText } = useSearchText(place.search, (search) => narrow({ search }, { replace: true }))
  const list = useTransfers(place)

  const narrowed = isNarrowed(place)
  const state = useLoadState(list)
  const none = list.data?.transfers.length === 0 && !list.isPlaceholderData

  if (none && !narrowed && text === '' && place.after === null) return <NoTransfers />
  return (
    <>
      <Toolbar
        text={text}
        onText={setText}
        onSearch={() => narrow({ search: text.trim() }, { replace: true })}
        place={place}
        onNarrow={(change) => narrow({ ...change, search: text.trim() })}
      />
      <LoadTrouble
        what={i18n.t('your transfers')}
        state={state}
        reassurance={i18n.t('This doesn’t affect transfers in progress.')}
      />
      {none && place.after !== null && <NothingOlder />}
      {none && place.after === null && narrowed && (
        <NothingFound {...place} onShowAll={() => go({ place: LATEST, trail: [] })} />
      )}
      {!none && (state.loading || list.data) && (
        <TransferPages list={list} loading={state.loading} place={place} trail={trail} onTurn={go} />
      )}
      <p role="status" className="sr-only">
        {narrowed && list.data && !state.loading && foundWords(list.data)}
      </p>
    </>
  )
}

function foundWords({ transfers, nextCursor }: { transfers: readonly unknown[]; nextCursor: string | null }) {
  const count = transfers.length
  return nextCursor === null ? i18n.t('{count} found', { count }) : i18n.t('{count} or more found', { count })
}
