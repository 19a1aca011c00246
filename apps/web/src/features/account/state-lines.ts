import { useQuery } from '@tanstack/react-query'
import { calls, cardLabel, type AnswerOf, type IdentityCheck } from '@sesa/contract'
import { formatMoney, money, roundedDown } from '@sesa/money'
import * as i18n from '@sesa/contract/i18n'
import { callApi } from '../../lib/api/api.ts'
import { useIdentityCheck } from '../../lib/identity-check.ts'
import { paths } from '../../lib/paths.ts'
import { useSession } from '../../lib/session/session.ts'

type Limits = AnswerOf<typeof calls.getLimits>['limits']

/**
 * Returns one line about the state of each page of the account, by its path. Asks with the pages' own queries; a page
 * whose state is not known has no line.
 */
export function useStateLines(): Readonly<Record<string, string | undefined>> {
  const { user, agreementsDue } = useSession()
  const owner = user?.uid ?? ''
  const { data: reminders } = useQuery({
    queryKey: ['reminders', owner],
    queryFn: ({ signal }) => callApi(calls.listReminders, { signal }),
  })
  const { data: alerts } = useQuery({
    queryKey: ['rate-alerts', owner],
    queryFn: ({ signal }) => callApi(calls.listRateAlerts, { signal }),
  })
  const { data: limits } = useQuery({
    queryKey: ['limits', owner],
    queryFn: ({ signal }) => callApi(calls.getLimits, { signal }),
  })
  const { data: identity } = useIdentityCheck()
  const { data: cards } = useQuery({
    queryKey: ['cards'],
    queryFn: ({ signal }) => callApi(calls.listCards, { signal }),
  })
  const { data: messages } = useQuery({
    queryKey: ['enquiries'],
    queryFn: ({ signal }) => callApi(calls.listEnquiries, { signal }),
  })
  const active = reminders?.reminders.filter(({ state }) => state === 'active').length
  return {
    [paths.reminders]: active
      ? i18n.t('{count, plural, one {# reminder} other {# reminders}}', { count: active })
      : undefined,
    [paths.rateAlerts]: alerts?.alerts.length
      ? i18n.t('{count, plural, one {# alert} other {# alerts}}', { count: alerts.alerts.length })
      : undefined,
    [paths.limits]: limitsLine(identity?.check, limits?.limits),
    [paths.cards]: cardsLine(cards?.cards ?? []),
    [paths.agreements]: agreementsDue.length > 0 ? i18n.t('Please agree before you send') : undefined,
    [paths.messages]: messages?.enquiries.some(({ state }) => state === 'answered')
      ? i18n.t('We’ve answered')
      : undefined,
  }
}

function cardsLine([first, ...others]: Parameters<typeof cardLabel>[0][]): string | undefined {
  if (!first) return undefined
  return others.length > 0
    ? i18n.t('{card} and {count} more', { card: cardLabel(first), count: others.length })
    : cardLabel(first)
}

/** States of an identity check that need the customer before anything else. */
const NEEDS_CUSTOMER: readonly IdentityCheck['state'][] = [
  'waiting_for_user',
  'failed_retryable',
  'failed_final',
  'expired',
]

function limitsLine(check: IdentityCheck | undefined, limits: Limits | undefined): string | undefined {
  if (check && NEEDS_CUSTOMER.includes(check.state)) return i18n.t('See your identity check')
  if (check?.state === 'processing' || check?.state === 'needs_review')
    return i18n.t('We’re checking your identity')
  const known = [
    ...(check?.state === 'verified' ? [i18n.t('Identity confirmed')] : []),
    ...(limits ? [leftToday(limits)] : []),
  ]
  return known.join('. ') || undefined
}

/** Says what both limits leave, never more than is true. */
function leftToday({ currency, day, month }: Limits): string {
  const left = roundedDown(money(Math.min(day.left, month.left), currency))
  return left.amount > 0n
    ? i18n.t('Send up to {left} today', { left: formatMoney(left) })
    : i18n.t('Nothing left to send for now')
}
