import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { officeCalls, type OfficeCasePage } from '@sesa/contract/office'
import { formatMoment } from '@sesa/ui/format.ts'
import { serverNow } from '@sesa/ui/api/http.ts'
import { TextLink } from '@sesa/ui/button.tsx'
import { Facts, type Fact } from '@sesa/ui/layout/card.tsx'
import { Page } from '@sesa/ui/layout/page.tsx'
import { callOffice } from '../../lib/api.ts'
import { paths } from '../../lib/paths.ts'
import { useMay } from '../../lib/session.ts'
import { dueText, filingStateWord, readable } from '../../lib/words.ts'
import { CaseLinks } from '../../parts/case-links.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { Section } from '../../parts/section.tsx'
import { Work } from './decision.tsx'
import { Payments, People } from './evidence.tsx'

/** Shows one case: records and matches, payments, history, and the possible decisions. */
export default function CasePage() {
  const { number = '' } = useParams()
  const shown = useQuery({
    queryKey: ['cases', 'one', number],
    queryFn: ({ signal }) => callOffice(officeCalls.showCase, { params: { number }, signal }),
  })
  return (
    <Page title={`Case ${number}`} documentTitle="Case" width="wide">
      <Loaded query={shown} what="this case">
        {(page) => (
          <>
            <div className="grid items-start gap-6 lg:grid-cols-2">
              <Section title="Case">
                <Facts compact facts={factsOf(page)} />
              </Section>
              <History events={page.events} />
            </div>
            <People people={page.people} />
            <Payments page={page} />
            <div className="grid items-start gap-6 lg:grid-cols-2">
              <Section title="Related cases">
                <CaseLinks cases={page.otherCases} none="None." />
              </Section>
              <Reports reports={page.reports} />
            </div>
            {page.state !== 'closed' && <Work page={page} />}
          </>
        )}
      </Loaded>
    </Page>
  )
}

function factsOf(page: OfficeCasePage): Fact[] {
  const { kind, stage, state, owner, openedAt, dueAt, closedAt, outcome } = page
  return [
    { key: 'kind', label: 'Kind', value: readable(kind) },
    { key: 'stage', label: 'Stage', value: readable(stage) },
    { key: 'state', label: 'State', value: readable(state) },
    { key: 'about', label: 'About', value: aboutOf(page) },
    { key: 'owner', label: 'Owner', value: owner ?? 'Unassigned' },
    { key: 'opened', label: 'Opened', value: formatMoment(openedAt) },
    ...(closedAt === null
      ? [
          { key: 'due', label: 'Due', value: formatMoment(dueAt) },
          { key: 'left', label: 'Due in', value: dueText(page.dueAt, serverNow()) },
        ]
      : [
          { key: 'closed', label: 'Closed', value: formatMoment(closedAt) },
          { key: 'outcome', label: 'Outcome', value: readable(outcome ?? 'none') },
        ]),
  ]
}

/** Names whom a case is about. */
function aboutOf({ people, subjectKind, subject }: OfficeCasePage): string {
  const [person] = people
  return person?.name ?? `${readable(subjectKind)} ${subject}`
}

function Reports({ reports }: Pick<OfficeCasePage, 'reports'>) {
  const may = useMay()
  return (
    <Section title="Reports">
      {reports.length === 0 && <p className="text-muted">None.</p>}
      <ul className="flex flex-col gap-2">
        {reports.map(({ number, state }) => (
          <li key={number}>
            {may('reports.file') ? <TextLink href={paths.filing(number)}>{number}</TextLink> : number},{' '}
            {filingStateWord(state)}
          </li>
        ))}
      </ul>
    </Section>
  )
}

function History({ events }: Pick<OfficeCasePage, 'events'>) {
  return (
    <Section title="History">
      <ol className="flex flex-col gap-4">
        {events.map(({ kind, staff, detail, at }, index) => (
          <li key={index}>
            <p className="font-semibold">
              {readable(kind)} {staff === null ? '' : `by ${staff}`}
            </p>
            {detail !== null && <p className="break-words">{detail}</p>}
            <p className="text-muted">{formatMoment(at)}</p>
          </li>
        ))}
      </ol>
    </Section>
  )
}
