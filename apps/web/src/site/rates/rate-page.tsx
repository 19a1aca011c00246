import { DIRECTIONS, isDestination, type Direction } from '@sesa/contract'
import type { ReactNode } from 'react'
import { Button, TextLink } from '@sesa/ui/button.tsx'
import { Card } from '@sesa/ui/layout/card.tsx'
import { Calculator } from '../../features/converter/calculator.tsx'
import { RATES, When } from '../../features/chrome/slots.tsx'
import { paths } from '../../lib/paths.ts'
import { ratePath } from '../../lib/rate-path.ts'
import { Island } from '../island.tsx'
import { DocPage } from '../pages/doc-page.tsx'
import { describeDirection, type Described } from './direction.ts'
import { HistorySource, RateChart } from './rate-chart.tsx'
import { RateTrouble } from './rates-page.tsx'

/** Renders `/rates/liberia-to-ghana`: our rate of one direction, a calculator, and the market's history. */
export function RatePage({ direction }: { direction: Direction }) {
  const described = describeDirection(direction)
  const { fromName, toName, fromMoney, toMoney } = described
  return (
    <DocPage
      title={`${fromName} to ${toName}`}
      lead={`Today’s rate for sending ${fromMoney} and what arrives in ${toMoney}.`}
    >
      <div className="mx-auto flex max-w-288 flex-col gap-12 px-4 py-12 sm:px-6 md:py-16">
        <div className="grid items-start gap-8 md:grid-cols-2">
          <section aria-labelledby="today" className="flex min-w-0 flex-col gap-4">
            <h2 id="today" className="text-2xl">
              Our rate today
            </h2>
            <Today described={described} />
          </section>
          <Card>
            <h2 className="mb-5 text-2xl">Work out an amount</h2>
            <form action={paths.sendMoney} method="get" className="flex flex-col gap-5">
              <Island name="calculator">
                <Calculator from={direction.from} to={direction.to} />
              </Island>
              <SendButton described={described} />
            </form>
            <p className="mt-4 text-center">
              <TextLink href={`${paths.rateAlerts}?${new URLSearchParams({ ...direction })}`}>
                Get an alert when this rate moves
              </TextLink>
            </p>
          </Card>
        </div>
        <section aria-labelledby="history" className="flex min-w-0 flex-col gap-4">
          <h2 id="history" className="text-2xl">
            The mid-market rate
          </h2>
          <p className="max-w-[65ch] text-lg">
            This is the market’s rate. Our rate has our margin in it, so less arrives.
          </p>
          <When name="rates">
            <RateChart described={described} />
            <HistorySource />
          </When>
          <When name="no-rates">
            <p className="max-w-[65ch] rounded-md bg-accent-soft p-4">
              We can’t show the chart right now. Reload this page in a minute.
            </p>
          </When>
        </section>
        <Others direction={direction} described={described} />
      </div>
    </DocPage>
  )
}

function Today({ described: { value, region } }: { described: Described }) {
  return (
    <>
      <RateTrouble />
      <When name="rates-fresh">
        <p className="text-2xl font-extrabold tabular-nums sm:text-3xl">{value('rate')}</p>
        <p className="text-lg">{value('change')}</p>
        <details>
          <summary className="min-h-12 cursor-pointer py-3 font-semibold text-brand-ink">
            How we set the price
          </summary>
          <dl className="flex flex-col gap-1">
            <Row label="Our rate, exactly">{value('exact')}</Row>
            <Row label="Mid-market rate">{value('mid')}</Row>
            <Row label="Our margin, part of our rate">{value('margin')}</Row>
            <Row label="Fee">{value('fee')}</Row>
          </dl>
          <p className="mt-3 text-muted">
            Mid-market rate from {RATES.source}, {RATES.at}. The rate can move until you check and pay.
          </p>
        </details>
      </When>
      <When name="rates">
        <When name={region('closed')}>
          <p className="rounded-md bg-accent-soft p-4">{value('closed')}</p>
        </When>
      </When>
    </>
  )
}

function Row({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4 border-b border-line py-1.5">
      <dt className="text-muted">{label}</dt>
      <dd className="ml-auto text-right font-semibold tabular-nums">{children}</dd>
    </div>
  )
}

/** Renders a button to Send Money with the typed amount; omitted while the direction is closed. */
function SendButton({ described: { region } }: { described: Described }) {
  const button = (
    <Button type="submit" size="lg" full>
      Send this amount
    </Button>
  )
  return (
    <>
      <When name="rates">
        <When name={region('open')}>{button}</When>
      </When>
      <When name="no-rates">{button}</When>
    </>
  )
}

function Others({
  direction,
  described: { fromName, toName },
}: {
  direction: Direction
  described: Described
}) {
  const { from, to } = direction
  const back = isDestination(from) ? { from: to, to: from } : null
  const others = DIRECTIONS.filter((one) => (one.from === from || one.to === to) && one.from !== to).filter(
    (one) => one.from !== from || one.to !== to,
  )
  return (
    <nav aria-labelledby="others" className="border-t-4 border-accent pt-6">
      <h2 id="others" className="text-2xl">
        More rates
      </h2>
      <ul className="mt-2 flex flex-wrap gap-x-8 text-lg">
        {back && (
          <Link href={ratePath(back)}>
            The other way: {toName} to {fromName}
          </Link>
        )}
        {others.map((other) => {
          const names = describeDirection(other)
          return (
            <Link key={ratePath(other)} href={ratePath(other)}>
              {names.fromName} to {names.toName}
            </Link>
          )
        })}
        <Link href={paths.rates}>All rates</Link>
        <Link href={paths.fees}>Fees and limits</Link>
      </ul>
    </nav>
  )
}

function Link({ href, children }: { href: string; children: ReactNode }) {
  return (
    <li>
      <TextLink href={href} className="inline-flex min-h-12 items-center">
        {children}
      </TextLink>
    </li>
  )
}
