import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { AnswerOf } from '@sesa/contract'
import { officeCalls, type CorridorPrices, type PriceVersion } from '@sesa/contract/office'
import { formatMoment } from '@sesa/ui/format.ts'
import { ButtonLink } from '@sesa/ui/button.tsx'
import { SelectField } from '@sesa/ui/fields/select-field.tsx'
import { Page } from '@sesa/ui/layout/page.tsx'
import { callOffice } from '../../lib/api.ts'
import { paths } from '../../lib/paths.ts'
import { useMay } from '../../lib/session.ts'
import { countryName } from '../../lib/words.ts'
import { Figures, type FigureColumn } from '../../parts/figures.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { Section } from '../../parts/section.tsx'

type Prices = AnswerOf<typeof officeCalls.showPrices>

const Steps = ({ steps }: { steps: CorridorPrices['fee'] }) => (
  <ul>
    {steps.map(({ amounts, price }) => (
      <li key={amounts}>{amounts === null ? price : `${amounts}: ${price}`}</li>
    ))}
  </ul>
)

const CORRIDORS: FigureColumn<CorridorPrices>[] = [
  {
    key: 'corridor',
    header: 'Corridor',
    render: ({ sender, recipient }) => `${countryName(sender)} to ${countryName(recipient)}`,
  },
  { key: 'fee', header: 'Fee', render: ({ fee }) => <Steps steps={fee} /> },
  { key: 'margin', header: 'Margin', render: ({ margin }) => <Steps steps={margin} /> },
]
const VERSIONS: FigureColumn<PriceVersion>[] = [
  { key: 'version', header: 'Version', render: ({ version }) => version },
  { key: 'since', header: 'Since', render: ({ since }) => formatMoment(since) },
  { key: 'by', header: 'Requested by', render: ({ by }) => by ?? 'Built in' },
  { key: 'approved', header: 'Approved by', render: ({ approvedBy }) => approvedBy ?? '' },
  { key: 'reason', header: 'Reason', render: ({ reason }) => reason ?? '' },
]

/** Says since when a list is in force, or was put in force, and by whom. */
function describe({ version, since, by, approvedBy, reason }: PriceVersion): string {
  const names = by === null ? 'built in' : `by ${by}${approvedBy === null ? '' : ` and ${approvedBy}`}`
  return `Version ${version}, since ${formatMoment(since)}, ${names}.${reason === null ? '' : ` ${reason}`}`
}

/** The price list in force, and the ones before. */
export default function PricesPage() {
  const may = useMay()
  const [chosen, setChosen] = useState('')
  const prices = useQuery({
    queryKey: ['prices', chosen],
    queryFn: ({ signal }) =>
      callOffice(officeCalls.showPrices, { query: chosen === '' ? {} : { version: chosen }, signal }),
    placeholderData: keepPreviousData,
  })
  return (
    <Page title="Prices" width="wide" lead="Transfer prices by corridor. Locked quotes keep their price.">
      {may('prices.change') && (
        <div>
          <ButtonLink href={paths.changes} variant="secondary">
            Change prices
          </ButtonLink>
        </div>
      )}
      <Loaded query={prices} what="the prices">
        {(shown) => <Lists prices={shown} chosen={chosen} onChoose={setChosen} />}
      </Loaded>
    </Page>
  )
}

interface ListsProps {
  prices: Prices
  chosen: string
  onChoose: (version: string) => void
}

function Lists({ prices: { shown, corridors, versions }, chosen, onChoose }: ListsProps) {
  const isInForce = versions[0]?.version === shown.version
  return (
    <>
      <Section title={isInForce ? 'In force' : `Version ${shown.version}`}>
        <p>{describe(shown)}</p>
        {versions.length > 1 && (
          <div className="max-w-80">
            <SelectField
              id="price-version"
              label="Price list"
              value={chosen === '' ? String(versions[0]?.version ?? '') : chosen}
              options={versions.map(({ version }, index) => ({
                value: String(version),
                label: `Version ${version}${index === 0 ? ', in force' : ''}`,
              }))}
              onChange={onChoose}
            />
          </div>
        )}
        <Figures
          caption="Prices by corridor"
          hideCaption
          columns={CORRIDORS}
          rows={corridors}
          rowKey={({ sender, recipient }) => `${sender}/${recipient}`}
          none="This list has no corridors."
        />
      </Section>
      <Section title="Versions">
        <Figures
          caption="Versions"
          hideCaption
          columns={VERSIONS}
          rows={versions}
          rowKey={({ version }) => String(version)}
          none="No versions."
        />
      </Section>
    </>
  )
}
