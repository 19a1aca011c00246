import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { officeCalls, type OfficeCasePage } from '@sesa/contract/office'
import { formatMoment } from '@sesa/web/format'
import { serverNow, type Failure } from '@sesa/web/http'
import { ButtonLink, ButtonRow, TextLink } from '@sesa/web/ui/button.tsx'
import { useToast } from '@sesa/web/ui/feedback/toast.tsx'
import { Facts, type Fact } from '@sesa/web/ui/layout/card.tsx'
import { Page } from '@sesa/web/ui/layout/page.tsx'
import { callOffice, tryCall, type Outcome } from '../../lib/api.ts'
import { paths } from '../../lib/paths.ts'
import { useMay, useMe } from '../../lib/session.ts'
import { dueText, readable } from '../../lib/words.ts'
import { Loaded } from '../../parts/loaded.tsx'
import { ReasonDialog } from '../../parts/reason-dialog.tsx'
import { Section } from '../../parts/section.tsx'

/** One case: what was found, what happened since, and what it can be decided as. */
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
              <Section title="The case">
                <Facts compact facts={factsOf(page)} />
              </Section>
              <History events={page.events} />
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
    { key: 'about', label: 'About', value: <Subject page={page} /> },
    { key: 'owner', label: 'Owner', value: owner ?? 'Nobody' },
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

/** Leads to what the case is about, where it has a page. */
function Subject({ page: { subjectKind, subject } }: { page: OfficeCasePage }) {
  const may = useMay()
  if (subjectKind === 'account' && may('customers.read'))
    return <TextLink href={paths.customer(subject)}>{subject}</TextLink>
  return `${readable(subjectKind)} ${subject}`
}

function History({ events }: Pick<OfficeCasePage, 'events'>) {
  return (
    <Section title="What happened">
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

function Work({ page }: { page: OfficeCasePage }) {
  const me = useMe()
  const may = useMay()
  const client = useQueryClient()
  const toast = useToast()
  const { number, owner, pending, decisions } = page
  if (!may('cases.decide')) return null
  const act =
    (call: (reason: string) => Promise<Outcome<OfficeCasePage>>, said: string) =>
    async (reason: string): Promise<Failure | null> => {
      const { data, error } = await call(reason)
      if (error) return error
      client.setQueryData(['cases', 'one', number], data)
      toast(said)
      await client.invalidateQueries({ queryKey: ['cases', 'list'] })
      return null
    }
  const input = (reason: string) => ({ params: { number }, body: { reason } })
  return (
    <>
      <Section title="Your work on it">
        <ButtonRow>
          {owner !== me.name && (
            <ReasonDialog
              label="Take the case"
              title="Take this case?"
              confirm="Take it"
              onSubmit={act((reason) => tryCall(officeCalls.takeCase, input(reason)), 'The case is yours')}
            >
              <p>You become its owner: others see that you work on it.</p>
            </ReasonDialog>
          )}
          <ReasonDialog
            label="Add a note"
            title="Add a note"
            confirm="Add it"
            field="Note"
            onSubmit={act((reason) => tryCall(officeCalls.noteCase, input(reason)), 'Noted')}
          />
          {may('reports.file') && (
            <ButtonLink
              href={paths.draftFiling({
                case: number,
                ...(page.subjectKind === 'account' && { account: page.subject }),
              })}
              variant="secondary"
            >
              Draft a report
            </ButtonLink>
          )}
        </ButtonRow>
      </Section>
      <Section title="Decision">
        {pending === null ? (
          <>
            <p>
              You propose, and another member confirms within a day. Neither the customer nor support is told
              why.
            </p>
            <ul className="flex flex-col gap-4">
              {decisions.map(({ decision, means }) => (
                <li key={decision} className="flex flex-wrap items-center justify-between gap-3">
                  <span>
                    <span className="font-semibold">{readable(decision)}</span>: {means}
                  </span>
                  <ReasonDialog
                    label={`Propose ${readable(decision).toLowerCase()}`}
                    title={`Propose “${readable(decision)}”?`}
                    confirm="Propose"
                    onSubmit={act(
                      (reason) =>
                        tryCall(officeCalls.proposeCase, { params: { number }, body: { decision, reason } }),
                      'Proposed',
                    )}
                  >
                    <p>{means}</p>
                  </ReasonDialog>
                </li>
              ))}
            </ul>
          </>
        ) : (
          <>
            <p>
              {pending.proposedBy} proposes “{readable(pending.decision)}” until{' '}
              {formatMoment(pending.expiresAt)}: {pending.reason}
            </p>
            {pending.proposedBy === me.name ? (
              <p>You proposed it, so another member confirms it.</p>
            ) : (
              <ButtonRow>
                <ReasonDialog
                  label="Confirm"
                  variant="primary"
                  title="Confirm and carry out?"
                  confirm="Confirm"
                  onSubmit={act((reason) => tryCall(officeCalls.confirmCase, input(reason)), 'Confirmed')}
                >
                  <p>It takes effect at once.</p>
                </ReasonDialog>
                <ReasonDialog
                  label="Refuse"
                  variant="danger"
                  title="Refuse this proposal?"
                  confirm="Refuse"
                  onSubmit={act((reason) => tryCall(officeCalls.refuseCase, input(reason)), 'Refused')}
                />
              </ButtonRow>
            )}
          </>
        )}
      </Section>
    </>
  )
}
