import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams } from 'react-router'
import { officeCalls, type OfficeCasePage } from '@sesa/contract/office'
import { formatMoment } from '@sesa/ui/format.ts'
import { serverNow } from '@sesa/ui/api/http.ts'
import { ButtonLink, ButtonRow, TextLink } from '@sesa/ui/button.tsx'
import { SelectField } from '@sesa/ui/fields/select-field.tsx'
import { Page } from '@sesa/ui/layout/page.tsx'
import { callOffice, tryCall } from '../../lib/api.ts'
import { paths } from '../../lib/paths.ts'
import { useMay, useMe } from '../../lib/session.ts'
import { dueText, dueTone, filingStateWord, readable } from '../../lib/words.ts'
import { CaseLinks } from '../../parts/case-links.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { ReasonDialog } from '../../parts/reason-dialog.tsx'
import { Section } from '../../parts/section.tsx'
import { Tag } from '../../parts/tag.tsx'
import { Alerts } from './alerts.tsx'
import { Answer, Proposal, Propose, useCaseAct } from './decision.tsx'
import { Evidence, Waiting } from './evidence.tsx'
import { waitsOf } from './marks.ts'

/** One case: what waits for it, the evidence on both sides, and the decision beside it. */
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
            <Head page={page} />
            <Waiting page={page} />
            <Proposal pending={page.pending} />
            <div className="grid items-start gap-4 lg:grid-cols-3">
              <div className="flex min-w-0 flex-col gap-4 lg:col-span-2">
                <Evidence people={page.people} />
                <Alerts alerts={page.alerts} />
                <Before page={page} />
              </div>
              <div className="flex min-w-0 flex-col gap-4">
                <Answer page={page} />
                <Propose page={page} />
                <History events={page.events} />
              </div>
            </div>
          </>
        )}
      </Loaded>
    </Page>
  )
}

/** The first line: kind, time left, owner, and the actions that decide nothing. */
function Head({ page }: { page: OfficeCasePage }) {
  const me = useMe()
  const { kind, stage, state, owner, openedAt, dueAt, closedAt, outcome, waitUntil } = page
  const now = serverNow()
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <b>
        {readable(kind)}, {readable(stage).toLowerCase()}
      </b>
      {closedAt === null ? (
        <>
          {state !== 'open' && <Tag>{readable(state)}</Tag>}
          <Tag tone={dueTone(openedAt, dueAt, now)}>
            {Date.parse(dueAt) < now ? dueText(dueAt, now) : `${dueText(dueAt, now)} left`}
          </Tag>
          <span>{owner === me.name ? 'yours' : owner === null ? 'Unassigned' : `Owner: ${owner}`}</span>
          <span className="text-muted">Due {formatMoment(dueAt)}</span>
          {waitUntil !== null && Date.parse(waitUntil) > now && (
            <Tag>Waits until {formatMoment(waitUntil)}</Tag>
          )}
        </>
      ) : (
        <>
          <Tag>{readable(outcome ?? 'closed')}</Tag>
          <span className="text-muted">Closed {formatMoment(closedAt)}</span>
        </>
      )}
      <div className="ml-auto">
        <Actions page={page} />
      </div>
    </div>
  )
}

function Actions({ page: { number, owner, state, people, pending, dueAt } }: { page: OfficeCasePage }) {
  const me = useMe()
  const may = useMay()
  const act = useCaseAct(number)
  const waits = waitsOf(serverNow(), dueAt)
  const [until, setUntil] = useState<string>('')
  const input = (reason: string) => ({ params: { number }, body: { reason } })
  const [account] = people.flatMap(({ customer }) => customer ?? [])
  const chosen = waits.find(({ value }) => value === until) ?? waits[0]
  return (
    <ButtonRow>
      {state !== 'closed' && may('cases.decide') && (
        <>
          {owner !== me.name && (
            <ReasonDialog
              label="Assign to me"
              shortcut="a"
              title="Assign this case to you?"
              confirm="Assign to me"
              onSubmit={act((reason) => tryCall(officeCalls.takeCase, input(reason)), 'Case assigned to you')}
            >
              <p>You become the owner. Other members see it.</p>
            </ReasonDialog>
          )}
          {chosen !== undefined && (
            <ReasonDialog
              label="Wait until…"
              title="Wait with this case?"
              confirm="Wait"
              onSubmit={act(
                (reason) =>
                  tryCall(officeCalls.waitCase, {
                    params: { number },
                    body: { until: chosen.until, reason },
                  }),
                'The case waits',
              )}
            >
              <p>“Next” leaves it out until then. Its deadline stays {formatMoment(dueAt)}.</p>
              <SelectField
                id="wait-until"
                label="Until"
                value={chosen.value}
                options={waits}
                onChange={setUntil}
              />
            </ReasonDialog>
          )}
          <ReasonDialog
            label="Add a note"
            title="Add a note"
            confirm="Add"
            field="Note"
            onSubmit={act((reason) => tryCall(officeCalls.noteCase, input(reason)), 'Note added')}
          >
            {pending !== null && !pending.isOutdated && (
              <p>A note is new evidence, so the pending decision has to be proposed again.</p>
            )}
          </ReasonDialog>
          {may('reports.file') && (
            <ButtonLink
              href={paths.draftFiling({ case: number, ...(account !== undefined && { account }) })}
              variant="secondary"
            >
              Draft a SAR
            </ButtonLink>
          )}
        </>
      )}
    </ButtonRow>
  )
}

const MOST = 1_000
const counted = (count: number, one: string): string =>
  `${count >= MOST ? '1,000+' : count} ${one}${count === 1 ? '' : 's'}`

/** What was there before: transfers, cases, reports. */
function Before({ page: { before, otherCases, reports } }: { page: OfficeCasePage }) {
  const may = useMay()
  return (
    <Section title="Before">
      <p>
        {before.transfers === 0
          ? 'No earlier transfer'
          : `${counted(before.transfers, 'transfer')} from ${counted(before.senders, 'sender')}`}
        {otherCases.length === 0 && ' · no earlier decision'}
        {reports.length === 0 && ' · no report'}
      </p>
      {otherCases.length > 0 && <CaseLinks cases={otherCases} none="" />}
      {reports.length > 0 && (
        <ul>
          {reports.map(({ number, state }) => (
            <li key={number}>
              {may('reports.file') ? <TextLink href={paths.filing(number)}>{number}</TextLink> : number},{' '}
              {filingStateWord(state)}
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}

function History({ events }: Pick<OfficeCasePage, 'events'>) {
  return (
    <Section title="History">
      <ol tabIndex={0} aria-label="History" className="flex max-h-72 flex-col gap-2 overflow-y-auto">
        {events.toReversed().map(({ kind, staff, detail, at }, index) => (
          <li key={index}>
            <b>
              {readable(kind)}
              {staff !== null && ` by ${staff}`}
            </b>
            , <span className="text-muted">{formatMoment(at)}</span>
            {detail !== null && <p className="wrap-anywhere">{detail}</p>}
          </li>
        ))}
      </ol>
    </Section>
  )
}
