import { useQuery, useQueryClient } from '@tanstack/react-query'
import { COUNTRIES, type AnswerOf } from '@sesa/contract'
import { officeCalls, type WaysToPay as Ways } from '@sesa/contract/office'
import { callOffice, tryCall } from '../../lib/api.ts'
import { useMay } from '../../lib/session.ts'
import { countryName } from '../../lib/words.ts'
import { Figures, type FigureColumn } from '../../parts/figures.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { AskForm } from '../../parts/policy/ask-form.tsx'
import { Cell, ChoiceCell } from '../../parts/policy/cell.tsx'
import { DAY_TEXT, SHORT_TEXT } from '../../parts/policy/document.ts'
import { useDraft } from '../../parts/policy/use-draft.ts'
import { CurrentVersions, sinceText } from '../../parts/policy/versions.tsx'
import { Section } from '../../parts/section.tsx'

type Shown = AnswerOf<typeof officeCalls.showWaysToPay>

const KEY = ['ways-to-pay']
const readWays = () => callOffice(officeCalls.showWaysToPay, {})

/** The ways to pay by sending country, open or closed; a change takes two people. */
export function WaysToPay() {
  const ways = useQuery({ queryKey: KEY, queryFn: readWays })
  return (
    <Loaded query={ways} what="the ways to pay">
      {(shown) => <Editor shown={shown} />}
    </Loaded>
  )
}

interface Row {
  readonly country: keyof Ways
  readonly method: 'momo' | 'card'
  readonly name: string
}

const rowsOf = (ways: Ways): readonly Row[] =>
  COUNTRIES.flatMap(({ code: country }) =>
    (['momo', 'card'] as const)
      .filter((method) => method in ways[country])
      .map((method) => ({
        ...{ country, method },
        name: `${countryName(country)}, ${method === 'momo' ? 'mobile money' : 'card'}`,
      })),
  )

const STATES = [
  [true, 'Open'],
  [false, 'Closed'],
] as const
const TEXTS = [
  ['reason', 'Message to customers', SHORT_TEXT, 'w-64'],
  ['licence', 'Licence', SHORT_TEXT, 'w-36'],
  ['from', 'First day', DAY_TEXT, 'w-28'],
  ['until', 'Last day', DAY_TEXT, 'w-28'],
] as const

function Editor({ shown }: { shown: Shown }) {
  const mayChange = useMay()('corridors.change')
  const client = useQueryClient()
  const draft = useDraft({ version: shown.inForce, document: shown.ways })
  const columns: FigureColumn<Row>[] = [
    { key: 'way', header: 'From, with', render: ({ name }) => name },
    {
      ...{ key: 'open', header: 'State' },
      render: ({ country, method, name }) => (
        <ChoiceCell
          {...{ draft, mayChange }}
          path={[country, method, 'open']}
          label={`State, ${name}`}
          options={STATES}
        />
      ),
    },
    ...TEXTS.map(([of, header, kind, width]) => ({
      ...{ key: of, header },
      render: ({ country, method, name }: Row) => (
        <Cell
          {...{ draft, mayChange, kind, width }}
          path={[country, method, of]}
          label={`${header}, ${name}`}
        />
      ),
    })),
  ]
  const versions = shown.versions.map(({ version, since, validFrom, by, approvedBy, reason }) => ({
    ...{ version, by, approvedBy, reason, since: sinceText(validFrom, since) },
    state: version === shown.inForce ? ('in_force' as const) : ('planned' as const),
  }))
  return (
    <>
      <Section title="Ways to pay">
        <p>A change counts for new payments. Customers see the message while a way is closed.</p>
        <CurrentVersions
          versions={versions}
          onOpen={(version) => {
            const found = shown.versions.find((one) => one.version === version)
            if (found) draft.replace(found.ways)
          }}
        />
        <Figures
          caption="By sending country"
          columns={columns}
          rows={rowsOf(draft.document)}
          rowKey={({ name }) => name}
          none="No ways to pay."
        />
      </Section>
      {mayChange && (
        <AskForm
          draft={draft}
          what="your ways to pay"
          offers="day"
          readVersion={async () => (await client.fetchQuery({ queryKey: KEY, queryFn: readWays })).inForce}
          ask={({ reason, validFrom }) =>
            tryCall(officeCalls.requestWaysToPay, {
              body: { ways: draft.document, reason, ...(validFrom !== undefined && { validFrom }) },
            })
          }
        />
      )}
    </>
  )
}
