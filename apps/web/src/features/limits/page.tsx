import { useQuery, useQueryClient } from '@tanstack/react-query'
import {
  calls,
  destinationsFrom,
  findCountry,
  type AnswerOf,
  type Config,
  type CountryCode,
} from '@sesa/contract'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { formatMoney, money, roundedDown, type CurrencyCode } from '@sesa/money'
import * as i18n from '@sesa/contract/i18n'
import { formatMinor, formatRecent } from '@sesa/ui/format.ts'
import { useLoadState } from '@sesa/ui/load-state.ts'
import { ButtonLink } from '@sesa/ui/button.tsx'
import { LoadTrouble } from '@sesa/ui/feedback/load-trouble.tsx'
import { LoadingCard } from '@sesa/ui/feedback/loading-card.tsx'
import { Card, Facts } from '@sesa/ui/layout/card.tsx'
import { noWrap } from '@sesa/ui/layout/no-wrap.tsx'
import { Page } from '@sesa/ui/layout/page.tsx'
import { callApi } from '../../lib/api/api.ts'
import { CHECKED, useIdentityCheck } from '../../lib/identity-check.ts'
import { paths, WANTS_MORE } from '../../lib/paths.ts'
import { useSession } from '../../lib/session/session.ts'
import { IdentityCheckCard } from './identity-check-card.tsx'
import { isLimitNear, percentLeft } from './meter.ts'

type Limits = AnswerOf<typeof calls.getLimits>['limits']

/**
 * Shows how much the customer can still send, the limits per transfer, and how to request more. Begins with the identity
 * check while it is asked for or has news.
 */
export default function LimitsPage() {
  const { config, profile, user } = useSession()
  const limits = useQuery({
    queryKey: ['limits', user?.uid ?? ''],
    queryFn: ({ signal }) => callApi(calls.getLimits, { signal }),
  })
  const state = useLoadState(limits)
  const check = useIdentityCheck().data?.check
  const tier = check?.tier
  const client = useQueryClient()
  // A new tier has other limits.
  const [limitsOf, setLimitsOf] = useState<number>()
  useEffect(() => {
    if (tier === undefined) return
    void client.invalidateQueries({ queryKey: ['limits'] }).then(() => setLimitsOf(tier))
  }, [client, tier])
  const [search] = useSearchParams()
  const hasReturned = search.has(CHECKED)
  const isAsked = search.has(WANTS_MORE) || (limits.data !== undefined && isLimitNear(limits.data.limits))
  const showsCheck = check && (check.state !== 'not_started' || (isAsked && check.canStart))
  // A check confirmed on an earlier visit is no news; one confirmed on this visit stays where it was.
  const [isNews, setIsNews] = useState(hasReturned)
  if (showsCheck && check.state !== 'verified' && !isNews) setIsNews(true)
  const card = showsCheck && (
    <IdentityCheckCard
      check={check}
      isNews={isNews}
      hasReturned={hasReturned}
      limit={limits.isSuccess && limitsOf === tier ? dayLimit(limits.data.limits) : undefined}
    />
  )
  return (
    <Page title={i18n.t('Limits')} lead={i18n.t('How much you can send, and how much of it is left.')}>
      {isNews && card}
      <LoadTrouble what={i18n.t('your limits')} state={state} />
      {state.loading && <LoadingCard lines={6} />}
      {limits.data && <Left limits={limits.data.limits} />}
      {!isNews && card}
      {config && profile?.country && <PerTransfer config={config} sender={profile.country} />}
      <Card className="flex flex-col items-start gap-3">
        <h2 className="text-2xl">{i18n.t('Need to send more?')}</h2>
        <p>
          {i18n.t('Write to us to ask for a higher limit. Tell us how much you want to send, and what for.')}
        </p>
        <ButtonLink href={`${paths.newMessage}?topic=account`} variant="secondary">
          {i18n.t('Ask for a higher limit')}
        </ButtonLink>
      </Card>
    </Page>
  )
}

/** Returns the limit of 24 hours as said in a sentence, never more than it is. */
function dayLimit({ currency, day }: Limits): string {
  return formatMoney(roundedDown(money(day.limit, currency)))
}

function Left({ limits: { currency, day, month } }: { limits: Limits }) {
  return (
    <Card className="flex flex-col gap-6">
      <h2 className="text-2xl">{i18n.t('Left to send')}</h2>
      <WindowLeft title={i18n.t('In 24 hours')} currency={currency} {...day} />
      <WindowLeft title={i18n.t('In 30 days')} currency={currency} {...month} />
    </Card>
  )
}

/** Capitalizes the first letter of a sentence. */
const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

type WindowLeftProps = Limits['day'] & { title: string; currency: CurrencyCode }

/** Shows one limit as a bar and in words: how much is left, and when more becomes available. */
function WindowLeft({ title, currency, left, limit, frees }: WindowLeftProps) {
  const shown = (minor: number) => {
    const exact = money(minor, currency)
    const rounded = roundedDown(exact)
    return rounded.amount === exact.amount
      ? formatMoney(rounded)
      : i18n.t('about {amount}', { amount: formatMoney(rounded) })
  }
  return (
    <section className="flex flex-col gap-2">
      <h3 className="text-lg">{title}</h3>
      <p className="text-xl font-bold">
        {noWrap(sentence(shown(left)))}{' '}
        <span className="text-base font-normal text-muted">
          {noWrap(i18n.t('left of {limit}', { limit: shown(limit) }))}
        </span>
      </p>
      <div aria-hidden="true" className="h-3 overflow-hidden rounded-full border border-edge bg-sunken">
        <div
          className="h-full bg-brand forced-color-adjust-none forced-colors:bg-[Highlight]"
          style={{ width: `${percentLeft(left, limit)}%` }}
        />
      </div>
      <p className="text-muted">
        {frees
          ? noWrap(
              sentence(
                i18n.t('{amount} more from {at}.', {
                  amount: shown(frees.amount),
                  at: formatRecent(frees.at),
                }),
              ),
            )
          : i18n.t('You haven’t used any of this limit.')}
      </p>
    </section>
  )
}

/** Shows our limit per transfer, and the networks' limits. */
function PerTransfer({ config, sender }: { config: Config; sender: CountryCode }) {
  const { perTransfer, currency } = config.limits
  const own = findCountry(sender)?.currency
  const amount = formatMinor(perTransfer, currency)
  const countries = destinationsFrom(sender).flatMap((code) => findCountry(code) ?? [])
  return (
    <Card className="flex flex-col gap-5">
      <h2 className="text-2xl">{i18n.t('Per transfer')}</h2>
      <p>
        {noWrap(
          own === currency
            ? i18n.t('We accept up to {amount} per transfer. A network may accept less:', { amount })
            : i18n.t(
                'We accept up to {amount} per transfer, or its value in {currency}. A network may accept less:',
                { amount, currency: own ?? i18n.t('your currency') },
              ),
        )}
      </p>
      {countries.map((country) => (
        <section key={country.code} className="flex flex-col gap-3">
          <h3 className="text-lg">{i18n.t('To {name}', { name: country.name })}</h3>
          <Facts
            facts={config.networks
              .filter((network) => network.country === country.code)
              .map(({ value, label, minimum, maximum }) => ({
                key: value,
                label,
                value:
                  minimum === null || maximum === null
                    ? i18n.t('Not available right now')
                    : i18n.t('{least} to {most}', {
                        least: formatMinor(minimum, country.currency),
                        most: formatMinor(maximum, country.currency),
                      }),
              }))}
          />
        </section>
      ))}
    </Card>
  )
}
