import type { CaseEntity, CasePerson, OfficeCasePage } from '@sesa/contract/office'
import { formatMoment } from '@sesa/ui/format.ts'
import { TextLink } from '@sesa/ui/button.tsx'
import { Notice } from '@sesa/ui/feedback/notice.tsx'
import { Facts, type Fact } from '@sesa/ui/layout/card.tsx'
import { paths } from '../../lib/paths.ts'
import { useMay } from '../../lib/session.ts'
import { amountText, countryName, readable } from '../../lib/words.ts'
import { Figures, type FigureColumn } from '../../parts/figures.tsx'
import { Section } from '../../parts/section.tsx'
import { Tag } from '../../parts/tag.tsx'

type Mark = CaseEntity['compared'][number]['mark']

const NOT_GIVEN = 'Not given'
const TONES = {
  agrees: 'danger',
  similar: 'warn',
  differs: 'ok',
  not_given: 'plain',
} as const satisfies Record<Mark, string>

/** Compares one fact of our record with the list's; unmarked if only one side can have it. */
interface Row {
  readonly fact: string
  readonly ours: string
  readonly theirs: string
  readonly mark: Mark | null
}

const COLUMNS: readonly FigureColumn<Row>[] = [
  { key: 'fact', header: 'Fact', render: ({ fact }) => <span className="text-muted">{fact}</span> },
  { key: 'ours', header: 'Our record', render: ({ ours }) => <Words text={ours} /> },
  { key: 'theirs', header: 'List entry', render: ({ theirs }) => <Words text={theirs} /> },
  {
    key: 'mark',
    header: 'Result',
    render: ({ mark }) => (mark === null ? '' : <Tag tone={TONES[mark]}>{readable(mark)}</Tag>),
  },
]

function Words({ text }: { text: string }) {
  return <span className="font-semibold wrap-anywhere">{text}</span>
}

const listed = (values: readonly string[]): string => values.join(', ') || NOT_GIVEN

function rowsOf({ kind, phone, tier }: CasePerson, entity: CaseEntity): Row[] {
  const compared = entity.compared.map(({ field, ours, theirs, mark }) => {
    const write = field === 'country' ? (code: string) => countryName(code) : (text: string) => text
    return {
      fact: readable(field),
      ours: ours === null ? NOT_GIVEN : write(ours),
      theirs: listed(theirs.map(write)),
      mark,
    }
  })
  const only = (fact: string, ours: string, theirs: string): Row => ({ fact, ours, theirs, mark: null })
  return [
    ...compared,
    only(kind === 'customer' ? 'Number' : 'Wallet', phone ?? NOT_GIVEN, ''),
    ...(tier === null ? [] : [only('Tier', String(tier), '')]),
    only('Topics', '', listed(entity.topics)),
    only('Programmes', '', listed(entity.programmes)),
    only('Sources', '', listed(entity.sources)),
  ]
}

const factsOf = ({
  id,
  score,
  threshold,
  algorithm,
  dataset,
  version,
  screenedAt,
  scores,
}: CaseEntity): Fact[] => [
  { key: 'score', label: 'Score', value: `${score} (match threshold ${threshold})` },
  ...scores.map(({ field, says }) => ({ key: `score-${field}`, label: readable(field), value: says })),
  { key: 'algorithm', label: 'Algorithm', value: algorithm },
  { key: 'list', label: 'List', value: `${dataset}, version ${version}` },
  { key: 'asked', label: 'Last screened', value: formatMoment(screenedAt) },
  { key: 'id', label: 'Entry id', value: id },
]

const markOf = ({ compared }: CaseEntity, field: string): Mark | undefined =>
  compared.find((one) => one.field === field)?.mark

function Entity({ person, entity }: { person: CasePerson; entity: CaseEntity }) {
  const restsOnName = markOf(entity, 'birth_date') === 'not_given'
  return (
    <Section title={`${person.name ?? 'Our record'} and ${entity.name}`}>
      {entity.isGone && (
        <Notice tone="warn">The list no longer has this match. You see it as last found.</Notice>
      )}
      {!entity.isWhole && (
        <Notice tone="warn">
          Other names, countries and programmes weren’t stored for this match. Look up the list entry.
        </Notice>
      )}
      {restsOnName && <Notice>One birth date is missing, so the score rests on the name only.</Notice>}
      <Figures
        caption={`${person.name ?? 'Our record'} and ${entity.name}, compared`}
        hideCaption
        columns={COLUMNS}
        rows={rowsOf(person, entity)}
        rowKey={({ fact }) => fact}
        none=""
      />
      <Facts compact facts={factsOf(entity)} />
    </Section>
  )
}

function Person({ person }: { person: CasePerson }) {
  const may = useMay()
  const { kind, customer, name, birthDate, country, phone, tier, isClosed, isNewData } = person
  const isCustomer = kind === 'customer'
  return (
    <Section title={isCustomer ? 'Our customer' : 'Our recipient'}>
      {isClosed && <Notice tone="warn">This account is closed.</Notice>}
      {isNewData && (
        <Notice tone="warn">
          The account’s name or birth date has changed. These are the screened ones.
        </Notice>
      )}
      <Facts
        compact
        facts={[
          { key: 'name', label: 'Name', value: name ?? NOT_GIVEN },
          { key: 'birth', label: 'Birth date', value: birthDate ?? NOT_GIVEN },
          { key: 'country', label: 'Country', value: countryName(country) },
          { key: 'phone', label: isCustomer ? 'Number' : 'Wallet', value: phone ?? NOT_GIVEN },
          ...(tier === null ? [] : [{ key: 'tier', label: 'Tier', value: String(tier) }]),
        ]}
      />
      {customer !== null && may('customers.read') && (
        <TextLink href={paths.customer(customer)}>The customer’s page</TextLink>
      )}
    </Section>
  )
}

/** Shows our records, each next to its matching list entries. */
export function People({ people }: Pick<OfficeCasePage, 'people'>) {
  return people.map((person, index) => (
    <div key={index} className="contents">
      <Person person={person} />
      {person.entities.map((entity) => (
        <Entity key={entity.id} {...{ person, entity }} />
      ))}
    </div>
  ))
}

type Waiting = OfficeCasePage['waiting'][number]
type Counted = OfficeCasePage['alerts'][number]['payments'][number]

const payment = <P extends Omit<Waiting, 'arrives' | 'since'>>(): FigureColumn<P>[] => [
  {
    key: 'reference',
    header: 'Transfer',
    render: ({ reference }) => <TextLink href={paths.transfer(reference)}>{reference}</TextLink>,
  },
  { key: 'sent', header: 'Sent', align: 'right', render: ({ sent }) => amountText(sent) },
]
const people = <P extends Omit<Waiting, 'arrives' | 'since'>>(): FigureColumn<P>[] => [
  { key: 'sender', header: 'Sender', render: ({ sender }) => sender ?? NOT_GIVEN },
  { key: 'recipient', header: 'Recipient', render: ({ recipient }) => recipient },
  { key: 'country', header: 'To', render: ({ country }) => countryName(country) },
]

const WAITING: readonly FigureColumn<Waiting>[] = [
  ...payment<Waiting>(),
  { key: 'arrives', header: 'Arrives', align: 'right', render: ({ arrives }) => amountText(arrives) },
  ...people<Waiting>(),
  {
    key: 'since',
    header: 'Since',
    render: ({ since }) => (since === null ? NOT_GIVEN : formatMoment(since)),
  },
]
const COUNTED: readonly FigureColumn<Counted>[] = [
  ...payment<Counted>(),
  { key: 'worth', header: 'In USD', align: 'right', render: ({ worth }) => amountText(worth) },
  ...people<Counted>(),
  {
    key: 'charged',
    header: 'Charged',
    render: ({ chargedAt }) => (chargedAt === null ? NOT_GIVEN : formatMoment(chargedAt)),
  },
]

/** The transfers that wait, and what monitoring found with the payments that count. */
export function Payments({ page: { kind, waiting, alerts } }: { page: OfficeCasePage }) {
  return (
    <>
      {kind === 'screening' && (
        <Section title="Transfers on hold">
          <Figures
            caption="Transfers on hold for this case"
            hideCaption
            columns={WAITING}
            rows={waiting}
            rowKey={({ reference }) => reference}
            none="No transfer is on hold for this case."
          />
        </Section>
      )}
      {alerts.map((alert, index) => (
        <Section key={index} title={`Rule ${alert.rule}`}>
          <p>
            {alert.looksFor}. Triggered {formatMoment(alert.at)}.
          </p>
          <Facts
            compact
            facts={alert.measured.map(({ what, figure }) => ({ key: what, label: what, value: figure }))}
          />
          <Figures
            caption={`Payments counted by ${alert.rule}`}
            hideCaption
            columns={COUNTED}
            rows={alert.payments}
            rowKey={({ reference }) => reference}
            none="The payments are no longer stored."
          />
        </Section>
      ))}
    </>
  )
}
