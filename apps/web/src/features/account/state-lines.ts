import { useQuery } from '@tanstack/react-query'
import { calls, cardLabel, type AnswerOf, type IdentityCheck } from '@sesa/contract'
import { formatMoney, money, roundedDown } from '@sesa/money'
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
  return {
    [paths.reminders]: counted(
      reminders?.reminders.filter(({ state }) => state === 'active').length,
      'reminder',
    ),
    [paths.rateAlerts]: counted(alerts?.alerts.length, 'alert'),
    [paths.limits]: limitsLine(identity?.check, limits?.limits),
    [paths.cards]: cardsLine(cards?.cards ?? []),
    [paths.agreements]: agreementsDue.length > 0 ? 'Please agree before you send' : undefined,
    [paths.messages]: messages?.enquiries.some(({ state }) => state === 'answered')
      ? 'We’ve answered'
      : undefined,
  }
}

function counted(count: number | undefined, what: string): string | undefined {
  return count ? `${count} ${what}${count === 1 ? '' : 's'}` : undefined
}

function cardsLine([first, ...others]: Parameters<typeof cardLabel>[0][]): string | undefined {
  if (!first) return undefined
  return cardLabel(first) + (others.length > 0 ? ` and ${others.length} more` : '')
}

/** States of an identity check that need the customer before anything else. */
const NEEDS_CUSTOMER: readonly IdentityCheck['state'][] = [
  'waiting_for_user',
  'failed_retryable',
  'failed_final',
  'expired',
]

function limitsLine(check: IdentityCheck | undefined, limits: Limits | undefined): string | undefined {
  if (check && NEEDS_CUSTOMER.includes(check.state)) return 'See your identity check'
  if (check?.state === 'processing' || check?.state === 'needs_review') return 'We’re checking your identity'
  const known = [
    ...(check?.state === 'verified' ? ['Identity confirmed'] : []),
    ...(limits ? [leftToday(limits)] : []),
  ]
  return known.join('. ') || undefined
}

/** Says what both limits leave, never more than is true. */
function leftToday({ currency, day, month }: Limits): string {
  const left = roundedDown(money(Math.min(day.left, month.left), currency))
  return left.amount > 0n ? `Send up to ${formatMoney(left)} today` : 'Nothing left to send for now'
}
