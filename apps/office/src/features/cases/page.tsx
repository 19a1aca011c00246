import { useState } from 'react'
import { useParams } from 'react-router'
import { officeCalls, type OfficeCasePage } from '@sesa/contract/office'
import { formatMoment, formatRecent } from '@sesa/ui/format.ts'
import { serverNow } from '@sesa/ui/api/http.ts'
import { ButtonLink, ButtonRow, TextLink } from '@sesa/ui/button.tsx'
import { SelectField } from '@sesa/ui/fields/select-field.tsx'
import { tryCall, useCall } from '../../lib/api.ts'
import { paths } from '../../lib/paths.ts'
import { useMay, useMe } from '../../lib/session.ts'
import { dueText, dueTone, filingStateWord, readable, amountText, countryName } from '../../lib/words.ts'
import { CaseLinks } from '../../parts/case-links.tsx'
import { LoadedPage } from '../../parts/loaded.tsx'
import { ReasonDialog } from '../../parts/reason-dialog.tsx'
import { Section } from '../../parts/section.tsx'
import { Tag } from '../../parts/tag.tsx'
import { Figures, type FigureColumn } from '../../parts/figures.tsx'
import { Answer, Proposal, Propose, useCaseAct } from './decision.tsx'
import { Evidence, Waiting } from './evidence.tsx'
import { waitsOf } from './marks.ts'

/** One case: what waits for it, the evidence on both sides, and the decision beside it. */
export default function CasePage() {
  const { number = '' } = useParams()
  const shown = useCall(['cases', 'one', number], officeCalls.showCase, { params: { number } })
  return (
    <LoadedPage title={`Case ${number}`} documentTitle="Case" query={shown} what="this case">
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
    </LoadedPage>
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
              text="You become the owner. Other members see it."
              onSubmit={act((reason) => tryCall(officeCalls.takeCase, input(reason)), 'Case assigned to you')}
            />
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

type Alert = OfficeCasePage['alerts'][number]
type Payment = Alert['payments'][number]

const PAYMENTS: readonly FigureColumn<Payment>[] = [
  {
    header: 'Charged',
    render: ({ chargedAt }) => (
      <span className="whitespace-nowrap">{chargedAt === null ? 'Not given' : formatRecent(chargedAt)}</span>
    ),
  },
  {
    header: 'Transfer',
    render: ({ reference }) => (
      <span className="whitespace-nowrap">
        <TextLink href={paths.transfer(reference)}>{reference}</TextLink>
      </span>
    ),
  },
  {
    header: 'Sent',
    align: 'right',
    render: ({ sent, worth }) =>
      sent.currency === 'USD' ? amountText(sent) : `${amountText(sent)} (${amountText(worth)})`,
  },
  {
    header: 'From → to',
    render: ({ sender, recipient, country }) =>
      `${sender ?? 'Not given'} → ${recipient}, ${countryName(country)}`,
  },
]

/** What monitoring found: each rule as a sentence, what it measured, and the transfers that met it. */
function Alerts({ alerts }: Pick<OfficeCasePage, 'alerts'>) {
  return alerts.map(({ rule, looksFor, measured, at, payments }, index) => (
    <Section key={index} title={`Rule ${rule}`}>
      <p>
        {looksFor}.{' '}
        <b>Measured: {measured.map(({ what, figure }) => `${what.toLowerCase()} ${figure}`).join(', ')}.</b>{' '}
        <span className="text-muted">{formatMoment(at)}</span>
      </p>
      <div className="max-h-96 overflow-y-auto [&_td]:py-1.5! [&_th]:py-1.5!">
        <Figures
          caption={`Payments counted by ${rule}`}
          columns={PAYMENTS}
          rows={payments}
          rowKey={({ reference }) => reference}
          none="The payments are no longer stored."
        />
      </div>
    </Section>
  ))
}
