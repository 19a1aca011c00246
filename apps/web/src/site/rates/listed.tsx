import { DIRECTIONS, type Direction } from '@sesa/contract'
import { ORIGIN, RATES } from '../../features/chrome/slots.tsx'
import { paths } from '../../lib/paths.ts'
import { ratePath } from '../../lib/rate-path.ts'
import type { Listed } from '../public-page.ts'
import { describeDirection } from './direction.ts'
import { RatePage } from './rate-page.tsx'
import { RatesPage } from './rates-page.tsx'

/** Returns a page's breadcrumbs, for search engines. */
function trailOf(...places: readonly (readonly [string, string])[]): object {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: places.map(([name, path], index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: `${ORIGIN}${path}`,
    })),
  }
}

function listedRate(direction: Direction): readonly [string, Listed] {
  const { fromName, toName, fromCurrency, toCurrency, fromMoney, toMoney, value } =
    describeDirection(direction)
  const path = ratePath(direction)
  const name = `${fromName} to ${toName}`
  return [
    path,
    {
      title: `${fromCurrency} to ${toCurrency} today: ${name} · Sesa`,
      description: `Our rate from ${fromMoney} to ${toMoney} today, our margin, and the mid-market rate over 7, 30 and 365 days.`,
      facts: [trailOf(['Sesa', paths.home], ['Exchange rates', paths.rates], [name, path])],
      // Only while there is a rate for today.
      factsWhen: {
        region: 'rates-fresh',
        facts: [
          {
            '@type': 'ExchangeRateSpecification',
            name: `${name} with Sesa`,
            url: `${ORIGIN}${path}`,
            currency: fromCurrency,
            currentExchangeRate: {
              '@type': 'UnitPriceSpecification',
              price: value('price'),
              priceCurrency: toCurrency,
              validFrom: RATES.from,
            },
          },
        ],
      },
      entries: ['calculator'],
      content: () => <RatePage direction={direction} />,
    },
  ]
}

/** The pages about rates by their path. */
export const LISTED_RATES: Readonly<Record<string, Listed>> = {
  [paths.rates]: {
    title: 'Exchange rates today · Sesa',
    description: 'Our rate today in every direction, our margin, and the change over 30 days.',
    facts: [trailOf(['Sesa', paths.home], ['Exchange rates', paths.rates])],
    content: () => <RatesPage />,
  },
  ...Object.fromEntries(DIRECTIONS.map(listedRate)),
}
