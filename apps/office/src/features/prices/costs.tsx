import { countryName } from '../../lib/words.ts'
import { Cell } from '../../parts/policy/cell.tsx'
import { AMOUNT_TEXT, PERCENT_TEXT, type Path } from '../../parts/policy/document.ts'
import type { Draft } from '../../parts/policy/use-draft.ts'
import type { PriceList } from './price-list.ts'
import { Fold } from '../../parts/policy/fold.tsx'

interface CostsProps {
  draft: Draft & { document: PriceList }
  mayChange: boolean
}

/** What providers take by contract. "We keep" is after these. */
export function ProviderCosts({ draft, mayChange }: CostsProps) {
  const { costs } = draft.document
  const percent = (label: string, path: Path, placeholder?: string) => (
    <Line label={label}>
      <Cell
        {...{ draft, mayChange, label, path }}
        kind={PERCENT_TEXT}
        width="w-16"
        {...(placeholder && { placeholder })}
      />{' '}
      %
    </Line>
  )
  const amount = (label: string, path: Path, placeholder?: string) => (
    <Line label={label}>
      <Cell
        {...{ draft, mayChange, label, path }}
        kind={AMOUNT_TEXT}
        width="w-20"
        {...(placeholder && { placeholder })}
      />
    </Line>
  )
  return (
    <Fold title="Provider costs">
      <dl className="grid gap-x-8 gap-y-2 sm:grid-cols-2 lg:grid-cols-3">
        {percent('Card charge', ['costs', 'card', 'percent'])}
        {amount('Card charge, fixed, USD', ['costs', 'card', 'fixed'])}
        {percent(`Card from outside ${countryName(costs.card.country)}`, ['costs', 'card', 'foreignPercent'])}
        {percent('Card conversion', ['costs', 'card', 'conversionPercent'])}
        {percent('Mobile money charge', ['costs', 'mobileMoney', 'percent'], '2.00')}
        {percent('Bank debit', ['costs', 'bankDebit', 'percent'], '0.80')}
        {amount('Bank debit, at most, USD', ['costs', 'bankDebit', 'most'], '5.00')}
        {percent('Buying the recipient’s currency', ['costs', 'exchangePercent'])}
        {Object.keys(costs.payout).flatMap((country) => [
          <div key={country} className="contents">
            {percent(`Pay-out, ${countryName(country)}`, ['costs', 'payout', country, 'percent'])}
            {amount(`Pay-out, ${countryName(country)}, fixed`, ['costs', 'payout', country, 'fixed'])}
          </div>,
        ])}
      </dl>
    </Fold>
  )
}

function Line({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-2">
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}
