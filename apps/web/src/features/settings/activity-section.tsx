import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { calls } from '@sesa/contract'
import * as i18n from '@sesa/contract/i18n'
import { formatDate, formatTime } from '@sesa/ui/format.ts'
import { useLoadState } from '@sesa/ui/load-state.ts'
import { Button } from '@sesa/ui/button.tsx'
import { Card } from '@sesa/ui/layout/card.tsx'
import { LoadTrouble } from '@sesa/ui/feedback/load-trouble.tsx'
import { Skeleton } from '@sesa/ui/feedback/skeleton.tsx'
import { noWrap } from '@sesa/ui/layout/no-wrap.tsx'
import { callApi } from '../../lib/api/api.ts'
import { Section } from './section.tsx'

/** Few enough to keep the page's other sections within reach. */
const AT_FIRST = 5

/** Lists security and money events of the account, newest first, each with its device and IP address. */
export default function ActivitySection() {
  const activity = useInfiniteQuery({
    queryKey: ['activity'],
    queryFn: ({ pageParam, signal }) =>
      callApi(calls.listActivity, { query: { ...(pageParam !== null && { cursor: pageParam }) }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })
  const state = useLoadState(activity)
  const [isWhole, setIsWhole] = useState(false)
  const events = activity.data?.pages.flatMap((page) => page.events) ?? []
  const isCut = !isWhole && events.length > AT_FIRST

  return (
    <Section
      title={i18n.t('Activity')}
      lead={i18n.t(
        'Recent activity. Don’t recognise something? Sign out that device and change your password.',
      )}
    >
      <LoadTrouble what={i18n.t('your activity')} state={state} />
      <Card>
        {state.loading && <Skeleton lines={4} />}
        <ul className="flex flex-col divide-y divide-line">
          {(isCut ? events.slice(0, AT_FIRST) : events).map(({ at, kind, text, device, address }, index) => (
            <li key={`${at} ${kind} ${index}`} className="py-3 first:pt-0 last:pb-0">
              <p className="font-semibold">{noWrap(text)}</p>
              <p className="wrap-anywhere text-muted tabular-nums">
                <time dateTime={at}>
                  {formatDate(at)} {formatTime(at)}
                </time>
                {device !== null && `, ${device}`}
                {address !== null && `, ${i18n.t('from {address}', { address })}`}
              </p>
            </li>
          ))}
        </ul>
      </Card>
      {(isCut || activity.hasNextPage) && (
        <Button
          variant="secondary"
          className="self-center"
          busy={activity.isFetchingNextPage}
          busyLabel={i18n.t('Loading')}
          onClick={() => {
            setIsWhole(true)
            if (!isCut) void activity.fetchNextPage()
          }}
        >
          {i18n.t('Show earlier activity')}
        </Button>
      )}
    </Section>
  )
}
