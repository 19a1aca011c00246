import { useQuery } from '@tanstack/react-query'
import {
  findCountry,
  isDestination,
  type AnswerOf,
  type calls,
  type Config,
  type CountryCode,
} from '@sesa/contract'
import {
  formatUsualRate,
  isCurrencyCode,
  rate,
  toMajorNumber,
  usualAmount,
  type CurrencyCode,
} from '@sesa/money'
import * as i18n from '@sesa/contract/i18n'
import { getPublic } from '@sesa/ui/api/http.ts'
import { TextLink } from '@sesa/ui/button.tsx'
import { ChevronIcon } from '@sesa/ui/art/icons.tsx'
import { paths } from '../../../lib/paths.ts'
import { ratePath } from '../../../lib/rate-path.ts'

interface RateLineProps {
  sender: CountryCode
  /** The country of the last transfer, if there is one. */
  to: CountryCode | undefined
  corridors: Config['corridors']
}

/**
 * Renders today's rate of the customer's usual corridor, in a slot of fixed height, or a message when it cannot be
 * loaded.
 */
export function RateLine({ sender, to, corridors }: RateLineProps) {
  const country = to ?? corridors.find((corridor) => corridor.from === sender && corridor.enabled)?.to
  const [from, other] = [findCountry(sender)?.currency, country && findCountry(country)?.currency]
  if (!from || !other || !isCurrencyCode(from) || !isCurrencyCode(other)) return null
  return (
    <div className="flex flex-col items-start">
      <Rate from={from} to={other} />
      {country !== undefined && isDestination(country) && country !== sender && (
        <TextLink
          href={ratePath({ from: sender, to: country })}
          className="inline-flex min-h-12 items-center"
        >
          {i18n.t('Rate history')}
        </TextLink>
      )}
    </div>
  )
}

function Rate({ from, to }: { from: CurrencyCode; to: CurrencyCode }) {
  const whole = toMajorNumber(usualAmount(from))
  const today = useQuery({
    queryKey: ['rate', from, to, whole],
    queryFn: ({ signal }) =>
      getPublic<AnswerOf<typeof calls.getRate>>(`/currency/rates/${from}/${to}/${whole}`, signal),
  })
  return (
    <a
      href={paths.sendMoney}
      className="flex min-h-14 w-full items-center justify-between gap-3 rounded-lg border border-line bg-surface px-4 hover:bg-sunken"
    >
      <span className="flex min-w-0 flex-col">
        <span className="text-muted">{i18n.t('Today’s rate')}</span>
        <span className="font-bold tabular-nums">
          {today.data
            ? formatUsualRate(rate(today.data.rate, from, to))
            : today.isError
              ? i18n.t('Not available now')
              : '…'}
        </span>
      </span>
      <ChevronIcon className="-rotate-90 text-muted" />
    </a>
  )
}
