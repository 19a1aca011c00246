import type { ReactNode } from 'react'
import * as i18n from '@sesa/contract/i18n'
import { useLoadState } from '@sesa/ui/load-state.ts'
import { ButtonLink, TextLink } from '@sesa/ui/button.tsx'
import { cx } from '@sesa/ui/class-names.ts'
import { firstNameOf } from '@sesa/ui/format.ts'
import { LoadTrouble } from '@sesa/ui/feedback/load-trouble.tsx'
import { Skeleton } from '@sesa/ui/feedback/skeleton.tsx'
import { Page } from '@sesa/ui/layout/page.tsx'
import { useSession, getHomeAtBoot } from '../../lib/session/session.ts'
import { SectionBoundary } from '../../lib/loading/section-boundary.tsx'
import { paths } from '../../lib/paths.ts'
import { TransactionHistory } from './history/transaction-history.tsx'
import { usePlace } from './history/use-place.ts'
import { useTransfers } from './history/use-transfers.ts'
import { FirstSteps } from './home/first-steps.tsx'
import { DueReminders } from './home/due-reminders.tsx'
import { RateLine } from './home/rate-line.tsx'
import { ResendGuard } from './home/resend-guard.tsx'
import { SendAgain } from './home/send-again.tsx'
import { InProgress } from './home/in-progress.tsx'
import { useQuery } from '@tanstack/react-query'
import { calls, type Home } from '@sesa/contract'
import { callApi } from '../../lib/api/api.ts'

/** Reload interval while a transfer is in progress, since its state can change at any time. */
const WATCH_MS = 10_000

/** Returns the open transfers and the last recipients paid. The app's first answer includes them on the home page. */
function useHome() {
  const atBoot = getHomeAtBoot()
  return useQuery({
    queryKey: ['home'],
    queryFn: async ({ signal }): Promise<Home> => (await callApi(calls.getHome, { signal })).home,
    ...(atBoot && { initialData: atBoot.home, initialDataUpdatedAt: atBoot.at }),
    refetchInterval: ({ state }) => (state.data?.in_progress.length ? WATCH_MS : false),
  })
}

/**
 * Renders the customer's home page: open transfers, recipients to send to again, today's rate, an offer for customers
 * who have just signed in, and the history. Behind View all, only the history.
 */
export default function DashboardPage({ offer }: { offer: ReactNode }) {
  const { profile } = useSession()
  const { place } = usePlace()
  const home = useHome()
  // Requested here, so that both answers arrive together.
  const list = useTransfers(place)
  const isHome = place.page === null
  const isNew = isHome && home.data?.people.length === 0 && list.data?.transfers.length === 0
  const name = firstNameOf(profile?.name ?? '')
  const title = !isHome
    ? i18n.t('Transaction History')
    : name === ''
      ? i18n.t('Hello')
      : i18n.t('Hello, {name}', { name })

  // One tree for both, so that the history keeps its focus and its rows when switching.
  return (
    <ResendGuard home={home.data}>
      <Page title={title} documentTitle={isHome ? i18n.t('Home') : i18n.t('Transactions')} width="wide">
        {isHome && home.isPending && home.fetchStatus !== 'paused' ? (
          <HomeSkeleton />
        ) : (
          <div
            className={cx(
              'grid gap-6',
              isNew && 'max-w-160',
              isHome && !isNew && 'lg:grid-cols-[minmax(0,1fr)_22rem] lg:items-start lg:gap-8',
            )}
          >
            {isHome && (
              <div className={cx('flex min-w-0 flex-col gap-5', !isNew && 'lg:order-last')}>
                <HomeParts home={home} isNew={isNew} />
                <SectionBoundary name={i18n.t('this offer')}>{offer}</SectionBoundary>
              </div>
            )}
            <section aria-label={i18n.t('Transaction History')} className="flex min-w-0 flex-col gap-4">
              {isHome ? (
                <h2 className="text-xl sm:text-2xl">{i18n.t('Transaction History')}</h2>
              ) : (
                <p>
                  <TextLink href={paths.dashboard}>{i18n.t('Back to Home')}</TextLink>
                </p>
              )}
              <TransactionHistory />
            </section>
          </div>
        )}
      </Page>
    </ResendGuard>
  )
}

/** Renders the parts above the history, with the main button first; a part without content is omitted. */
function HomeParts({ home, isNew }: { home: ReturnType<typeof useHome>; isNew: boolean }) {
  const { profile, config } = useSession()
  const people = home.data?.people ?? []
  return (
    <>
      <ButtonLink href={paths.sendMoney} size="lg" full>
        {i18n.t('Send Money')}
      </ButtonLink>
      <LoadTrouble
        what={i18n.t('your recipients')}
        state={useLoadState(home)}
        reassurance={i18n.t('This doesn’t affect transfers in progress.')}
      />
      {home.data && <InProgress transfers={home.data.in_progress} />}
      {/* A server of the previous release sends none. */}
      {home.data && <DueReminders reminders={home.data.reminders ?? []} />}
      {people.length > 0 && <SendAgain people={people} />}
      {isNew && <FirstSteps />}
      {profile?.country && config && (
        <RateLine sender={profile.country} to={people[0]?.country} corridors={config.corridors} />
      )}
    </>
  )
}

/** Renders a placeholder as high as the parts above the history. */
function HomeSkeleton() {
  return (
    <>
      <p role="status" className="sr-only">
        {i18n.t('Loading')}
      </p>
      <Skeleton lines={3} />
      <Skeleton lines={12} />
    </>
  )
}
