import { useQuery, useQueryClient } from '@tanstack/react-query'
import { COUNTRIES, type AnswerOf, type PayMethodName } from '@sesa/contract'
import { officeCalls, type WaysToPay as Ways, type WayToPay } from '@sesa/contract/office'
import { cx } from '@sesa/ui/class-names.ts'
import { callOffice, tryCall } from '../../lib/api.ts'
import { useMay } from '../../lib/session.ts'
import { countryName } from '../../lib/words.ts'
import { Loaded } from '../../parts/loaded.tsx'
import { AskForm } from '../../parts/policy/ask-form.tsx'
import { Cell, ChoiceCell } from '../../parts/policy/cell.tsx'
import { DAY_TEXT, SHORT_TEXT } from '../../parts/policy/document.ts'
import { BODY, PolicyTable } from '../../parts/policy/fold.tsx'
import { useDraft, type Draft } from '../../parts/policy/use-draft.ts'
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
  readonly method: PayMethodName
  readonly name: string
  readonly way: WayToPay
}

const METHODS = [
  ['momo', 'mobile money'],
  ['card', 'card'],
  ['bank_debit', 'bank account'],
] as const

const rowsOf = (ways: Ways): readonly Row[] =>
  COUNTRIES.flatMap(({ code: country }) =>
    METHODS.flatMap(([method, words]) => {
      const way = (ways[country] as Partial<Record<typeof method, WayToPay>>)[method]
      return way === undefined ? [] : [{ country, method, way, name: `${countryName(country)}, ${words}` }]
    }),
  )

const STATES = [
  [true, 'Open'],
  [false, 'Closed'],
] as const
const TEXTS = [
  ['licence', 'Licence', SHORT_TEXT, 'w-64'],
  ['from', 'First day', DAY_TEXT, 'w-28'],
  ['until', 'Last day', DAY_TEXT, 'w-28'],
] as const
const MESSAGE = 'Message to customers'

function Editor({ shown }: { shown: Shown }) {
  const mayChange = useMay()('corridors.change')
  const client = useQueryClient()
  const draft = useDraft({ version: shown.inForce, document: shown.ways })
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
        <PolicyTable
          label="Ways to pay"
          caption="Ways to pay by sending country"
          headers={['From, with', 'State', ...TEXTS.map(([, header]) => header)]}
        >
          {rowsOf(draft.document).map((row) => (
            <Way key={row.name} {...{ row, draft, mayChange }} />
          ))}
        </PolicyTable>
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

interface WayProps {
  row: Row
  draft: Draft
  mayChange: boolean
}

/** A way to pay, and below it the message to customers where it is or can be closed. */
function Way({ row: { country, method, name, way }, draft, mayChange }: WayProps) {
  const cell = { draft, mayChange }
  const hasMessage = !way.open || way.reason !== '' || way.from !== '' || way.until !== ''
  const body = hasMessage ? BODY.replace('border-b border-line ', '') : BODY
  return (
    <>
      <tr>
        <th scope="row" className={cx(body, 'text-left font-semibold whitespace-nowrap')}>
          {name}
        </th>
        <td className={body}>
          <ChoiceCell {...cell} path={[country, method, 'open']} label={`State, ${name}`} options={STATES} />
        </td>
        {TEXTS.map(([of, header, kind, width]) => (
          <td key={of} className={body}>
            <Cell {...{ ...cell, kind, width }} path={[country, method, of]} label={`${header}, ${name}`} />
          </td>
        ))}
      </tr>
      {hasMessage && (
        <tr>
          <td colSpan={2 + TEXTS.length} className={BODY}>
            <span className="text-muted">{MESSAGE}</span>{' '}
            <Cell
              {...{ ...cell, kind: SHORT_TEXT, width: 'w-150' }}
              path={[country, method, 'reason']}
              label={`${MESSAGE}, ${name}`}
            />
          </td>
        </tr>
      )}
    </>
  )
}
