import { useEffect } from 'react'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { calls } from '@sesa/contract'
import * as i18n from '@sesa/contract/i18n'
import { rich } from '@sesa/ui/rich.tsx'
import { serverNow } from '@sesa/ui/api/http.ts'
import { formatTime } from '@sesa/ui/format.ts'
import { useLoadState } from '@sesa/ui/load-state.ts'
import { Button } from '@sesa/ui/button.tsx'
import { cx } from '@sesa/ui/class-names.ts'
import { EmptyState } from '@sesa/ui/feedback/empty-state.tsx'
import { LoadTrouble } from '@sesa/ui/feedback/load-trouble.tsx'
import { LoadingCard } from '@sesa/ui/feedback/loading-card.tsx'
import { noWrap } from '@sesa/ui/layout/no-wrap.tsx'
import { Page } from '@sesa/ui/layout/page.tsx'
import { callApi } from '../../lib/api/api.ts'
import { paths, safeTo } from '../../lib/paths.ts'
import { byDay, type Notice } from './days.ts'
import { markRead } from './unread.ts'

/** Lists the customer's notices by day, newest first. Opening the page marks them as read; new ones keep their dot. */
export default function NoticesPage() {
  const client = useQueryClient()
  const list = useInfiniteQuery({
    queryKey: ['notices'],
    queryFn: ({ pageParam, signal }) =>
      callApi(calls.listNotices, { query: { ...(pageParam !== null && { cursor: pageParam }) }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })
  const state = useLoadState(list)
  const notices = list.data?.pages.flatMap((page) => page.notices) ?? []
  const newest = list.data?.pages[0]?.notices[0]

  const unread = newest && (list.data?.pages[0]?.unread ?? 0) > 0 ? newest.id : null
  useEffect(() => {
    if (unread !== null) void markRead(client, unread)
  }, [client, unread])

  return (
    <Page
      title={i18n.t('Notices')}
      lead={
        <>
          {rich(i18n.t('Updates about your transfers and account. <link>Choose how we reach you</link>'), {
            link: (text) => (
              <a href={paths.notifications} className="font-semibold underline">
                {text}
              </a>
            ),
          })}
        </>
      }
    >
      <LoadTrouble what={i18n.t('your notices')} state={state} />
      {state.loading && <LoadingCard lines={5} />}
      {list.data && notices.length === 0 && (
        <EmptyState title={i18n.t('No notices yet')}>
          {i18n.t('We’ll tell you here when a transfer arrives, and when someone signs in to your account.')}
        </EmptyState>
      )}
      {byDay(notices, new Date(serverNow())).map(({ label, notices: ofDay }) => (
        <section key={label} aria-label={label} className="flex flex-col gap-2">
          <h2 className="text-xl">{label}</h2>
          <ul className="flex flex-col divide-y divide-line overflow-hidden rounded-lg border border-line bg-surface">
            {ofDay.map((notice) => (
              <li key={notice.id}>
                <Row notice={notice} />
              </li>
            ))}
          </ul>
        </section>
      ))}
      {list.hasNextPage && (
        <Button
          variant="secondary"
          className="self-center"
          busy={list.isFetchingNextPage}
          busyLabel={i18n.t('Loading')}
          onClick={() => void list.fetchNextPage()}
        >
          {i18n.t('Show earlier notices')}
        </Button>
      )}
    </Page>
  )
}

function Row({ notice: { title, body, path, at, read } }: { notice: Notice }) {
  const to = safeTo(path)
  const content = (
    <>
      <span className="flex w-3 shrink-0 justify-center pt-2">
        {!read && (
          <>
            <span aria-hidden className="size-2.5 rounded-full bg-brand forced-colors:bg-[Highlight]" />
            <span className="sr-only">{i18n.t('Unread:')} </span>
          </>
        )}
      </span>
      <span className="flex min-w-0 grow flex-col">
        <span className="flex flex-wrap items-baseline gap-x-3">
          <span className={cx('beside wrap-anywhere', read ? 'font-semibold' : 'font-bold')}>
            {noWrap(title)}
          </span>
          <time dateTime={at} className="text-muted tabular-nums">
            {formatTime(at)}
          </time>
        </span>
        <span className="wrap-anywhere text-muted">{noWrap(body)}</span>
      </span>
    </>
  )
  const line = 'flex gap-2 py-3 pr-4 pl-2'
  // A notice that links to this page has no more content.
  if (to === undefined || to === paths.notices) return <div className={line}>{content}</div>
  return (
    <a href={to} className={cx(line, 'hover:bg-sunken')}>
      {content}
    </a>
  )
}
