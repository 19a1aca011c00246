import { officeCalls, type RetentionRegister } from '@sesa/contract/office'
import { countryName, readable } from '../../lib/words.ts'
import { useCall } from '../../lib/api.ts'
import { Figures, type FigureColumn } from '../../parts/figures.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { Section } from '../../parts/section.tsx'

type Country = RetentionRegister['countries'][number]
type Law = Country['laws'][number]
type Kept = RetentionRegister['regimes'][number]['tables'][number]
type Deletion = RetentionRegister['deletions'][number]

const LAWS: FigureColumn<Law>[] = [
  { header: 'Law', render: ({ name }) => name },
  { header: 'Years', align: 'right', render: ({ years }) => years },
  { header: 'Source', render: ({ source }) => source },
  { header: 'Checked on', render: ({ asOf }) => asOf },
]
const KEPT: FigureColumn<Kept>[] = [
  { header: 'Table', render: ({ table }) => <span className="break-all">{table}</span> },
  { header: 'Kept for', render: ({ purpose }) => purpose },
  {
    header: 'Personal data',
    render: ({ holds }) => (holds.length === 0 ? 'Nothing' : holds.map(readable).join(', ')),
  },
]
const DELETIONS: FigureColumn<Deletion>[] = [
  { header: 'Table', render: ({ table }) => <span className="break-all">{table}</span> },
  { header: 'Deleted', render: ({ period }) => period },
]

/** What is kept, why and how long, as the register in the code has it. */
export function Retention() {
  const register = useCall(['retention'], officeCalls.readRetention, {})
  return (
    <>
      <p className="text-muted">What we keep, why and for how long. A lawyer must confirm each period.</p>
      <Loaded query={register} what="the register">
        {({ countries, regimes, deletions }) => (
          <>
            {countries.map(({ country, years, laws }) => (
              <Section key={country} title={countryName(country)}>
                <p>Transfer records are kept for {years} years, under the longest of these laws.</p>
                <Figures
                  caption={`Laws of ${countryName(country)}`}
                  columns={LAWS}
                  rows={laws}
                  rowKey={({ name }) => name}
                  none="No laws in the register."
                />
              </Section>
            ))}
            {regimes.map(({ name, isPersonal, period, law, end, tables }) => (
              <Section key={name} title={name}>
                <p>
                  {isPersonal ? 'Personal data' : 'No personal data'}. Period: {period}. Then: {end}. {law}
                </p>
                <details>
                  <summary className="font-semibold text-brand-ink">
                    {tables.length === 1 ? '1 table' : `${tables.length} tables`}
                  </summary>
                  <Figures
                    caption={name}
                    columns={KEPT}
                    rows={tables}
                    rowKey={({ table }) => table}
                    none="No tables."
                  />
                </details>
              </Section>
            ))}
            <Section title="Deletion periods">
              <p>Rows due for deletion are removed every hour.</p>
              <Figures
                caption="Deletion periods"
                columns={DELETIONS}
                rows={deletions}
                rowKey={({ table, period }) => `${table} ${period}`}
                none="Nothing is deleted automatically."
              />
            </Section>
          </>
        )}
      </Loaded>
    </>
  )
}
