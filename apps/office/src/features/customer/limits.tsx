import type { CustomerPage } from '@sesa/contract/office'
import { formatRecent } from '@sesa/ui/format.ts'
import { cx } from '@sesa/ui/class-names.ts'
import { amountText } from '../../lib/words.ts'
import { Section } from '../../parts/section.tsx'

type Limit = NonNullable<CustomerPage['limits']>['day']

/** What the customer has sent of each limit, and when more is free. */
export function Limits({ limits }: Pick<CustomerPage, 'limits'>) {
  return (
    <Section title="Limits">
      {limits === null ? (
        <p className="text-muted">Unknown: the account has no country or is closed, or there’s no rate.</p>
      ) : (
        <>
          <Bar of={limits.day} window="24 hours" />
          <Bar of={limits.month} window="30 days" />
        </>
      )}
    </Section>
  )
}

/** Returns true when little or nothing of a limit is left. */
const isNear = (left: number, limit: number): boolean => left * 5 <= limit

function Bar({ of: { limit, left, frees }, window }: { of: Limit; window: string }) {
  const used = limit.amount - left.amount
  return (
    <div className="flex flex-col gap-1">
      <p>
        {amountText({ ...limit, amount: used })} of {amountText(limit)} in {window}
        {frees && `, ${amountText(frees.amount)} more from ${formatRecent(frees.at)}`}
      </p>
      <svg
        viewBox={`0 0 ${Math.max(1, limit.amount)} 8`}
        preserveAspectRatio="none"
        aria-hidden="true"
        className="h-2 w-full rounded-full border border-line"
      >
        <rect
          width={Math.min(used, limit.amount)}
          height="8"
          className={cx(
            'forced-colors:fill-[CanvasText]',
            isNear(left.amount, limit.amount) ? 'fill-accent' : 'fill-brand',
          )}
        />
      </svg>
    </div>
  )
}
