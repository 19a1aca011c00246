import { DIRECTIONS, type Direction } from '@sesa/contract'
import { TextLink } from '@sesa/ui/button.tsx'
import { RATES, When } from '../../features/chrome/slots.tsx'
import { paths } from '../../lib/paths.ts'
import { ratePath } from '../../lib/rate-path.ts'
import { DocPage, Reading } from '../pages/doc-page.tsx'
import { describeDirection } from './direction.ts'

/** Renders `/rates`: our rate of every direction today, with a link to its history. */
export function RatesPage() {
  return (
    <DocPage
      title="Exchange rates"
      lead="Our rate in every direction, what it brings, and how the market has moved."
    >
      <Reading>
        <div className="flex flex-col gap-6">
          <When name="rates-fresh">
            <p className="text-muted">
              From the mid-market rate of {RATES.at} ({RATES.source}). Our margin is part of our rate.
            </p>
          </When>
          <RateTrouble />
          <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
            {DIRECTIONS.map((direction) => (
              <li
                key={ratePath(direction)}
                className="flex flex-col gap-2 rounded-lg border border-line bg-surface p-5"
              >
                <Entry direction={direction} />
              </li>
            ))}
          </ul>
        </div>
        <p className="max-w-[65ch] text-lg">
          <TextLink href={paths.fees}>Fees and limits</TextLink> shows our margin, the fee and how much you
          can send. <TextLink href={paths.helpFees}>Fees and rates</TextLink> explains them.
        </p>
      </Reading>
    </DocPage>
  )
}

/** Explains that there is no rate for today, or that none can be read. */
export function RateTrouble() {
  return (
    <>
      <When name="rates-stale">
        <p className="max-w-[65ch] rounded-md bg-accent-soft p-4">
          Today’s rate is not available right now. Our last mid-market rate is of {RATES.at}. Try again in a
          few minutes.
        </p>
      </When>
      <When name="no-rates">
        <p className="max-w-[65ch] rounded-md bg-accent-soft p-4">
          We can’t read our rates right now. Reload this page in a minute.
        </p>
      </When>
    </>
  )
}

function Entry({ direction }: { direction: Direction }) {
  const { fromName, toName, value, region } = describeDirection(direction)
  return (
    <>
      <h2 className="text-xl">
        <TextLink href={ratePath(direction)}>
          {fromName} to {toName}
        </TextLink>
      </h2>
      <When name="rates-fresh">
        <p className="text-xl font-bold tabular-nums">{value('rate')}</p>
        <p className="text-muted">{value('change')}</p>
      </When>
      <When name="rates">
        <When name={region('closed')}>
          <p className="rounded-md bg-accent-soft p-3">{value('closed')}</p>
        </When>
      </When>
    </>
  )
}
