import { useParams } from 'react-router'
import { officeCalls, type PrivacyRequestPage } from '@sesa/contract/office'
import type { Outcome } from '@sesa/ui/api/client.ts'
import { formatMoment } from '@sesa/ui/format.ts'
import { serverNow } from '@sesa/ui/api/http.ts'
import { ButtonRow, TextLink } from '@sesa/ui/button.tsx'
import { Facts, type Fact } from '@sesa/ui/layout/card.tsx'
import { Page } from '@sesa/ui/layout/page.tsx'
import { tryCall, useCall, useAct } from '../../lib/api.ts'
import { paths } from '../../lib/paths.ts'
import { useMay } from '../../lib/session.ts'
import { countryName, dueText, STATE_WORDS as APPROVAL_STATE_WORDS } from '../../lib/words.ts'
import { LoadedPage } from '../../parts/loaded.tsx'
import { ReasonDialog } from '../../parts/reason-dialog.tsx'
import { Section } from '../../parts/section.tsx'
import { saveFile } from '../../table/csv.ts'
import { NewRequest } from './new-request.tsx'
import { KIND_WORDS, STATE_WORDS } from './words.ts'

/** One request for access or erasure: its deadline, and what is left to do. */
export default function PrivacyRequestPage() {
  const { number = '' } = useParams()
  if (number === 'new')
    return (
      <Page title="Record a privacy request" width="wide">
        <NewRequest />
      </Page>
    )
  return <Request number={number} />
}

function Request({ number }: { number: string }) {
  const request = useCall(['privacy', 'one', number], officeCalls.showPrivacyRequest, { params: { number } })
  return (
    <LoadedPage
      title={`Request ${number}`}
      documentTitle="Privacy request"
      query={request}
      what="this request"
    >
      {(page) => (
        <>
          <Section title="Request">
            <Facts compact facts={factsOf(page)} />
          </Section>
          {page.approvals.length > 0 && <Asked page={page} />}
          {(page.state === 'open' || page.state === 'waiting') && <Work page={page} />}
        </>
      )}
    </LoadedPage>
  )
}

function factsOf(page: PrivacyRequestPage): Fact[] {
  const { state, customerId, dueAt, doneAt, endedBy } = page
  const isOpen = state === 'open' || state === 'waiting'
  return [
    { label: 'State', value: STATE_WORDS[state] },
    { label: 'Kind', value: KIND_WORDS[page.kind] },
    { label: 'Customer', value: <TextLink href={paths.customer(customerId)}>{customerId}</TextLink> },
    { label: 'Country', value: countryName(page.country) },
    { label: 'Received', value: formatMoment(page.receivedAt) },
    { label: 'Due', value: formatMoment(dueAt) },
    ...(isOpen ? [{ label: 'Due in', value: dueText(dueAt, serverNow()) }] : []),
    { label: 'Deadline source', value: page.deadlineSource },
    { label: 'Identity confirmed', value: page.identityConfirmed },
    { label: 'Recorded', value: `${page.openedBy}, ${formatMoment(page.openedAt)}` },
    ...(page.openWork.length === 0 ? [] : [{ label: 'Blocked by', value: <OpenWork page={page} /> }]),
    ...(doneAt === null ? [] : [{ label: 'Done', value: formatMoment(doneAt) }]),
    ...(endedBy === null ? [] : [{ label: 'Ended by', value: `${endedBy}: ${page.note ?? ''}` }]),
  ]
}

const WORK_PAGES = { case: paths.case, report: paths.filing, transfer: paths.transfer } as const

/** Lists what blocks an erasure. */
function OpenWork({ page: { openWork } }: { page: PrivacyRequestPage }) {
  return openWork.map(({ kind, number }) => (
    <div key={`${kind} ${number}`}>
      {kind === 'hold' ? (
        `Account hold (${number})`
      ) : (
        <TextLink href={WORK_PAGES[kind](number)}>{number}</TextLink>
      )}
    </div>
  ))
}

function Asked({ page: { approvals } }: { page: PrivacyRequestPage }) {
  return (
    <Section title="Approval">
      <ul className="flex flex-col gap-2">
        {approvals.map(({ id, state, maker, madeAt, note, result }) => (
          <li key={id}>
            <TextLink href={paths.approval(id)}>{APPROVAL_STATE_WORDS[state]}</TextLink>, requested by{' '}
            {maker.name} on {formatMoment(madeAt)}
            {state !== 'done' && (result ?? note) !== null && `: ${result ?? note ?? ''}`}
          </li>
        ))}
      </ul>
    </Section>
  )
}

function Work({ page }: { page: PrivacyRequestPage }) {
  const may = useMay()
  const act = useAct()
  const { number, kind, state } = page
  const params = { number }
  const step = (call: (reason: string) => Promise<Outcome<unknown>>, said: string) =>
    act(call, { said, changes: [['privacy'], ['approvals']] })
  const download = act(
    (reason: string) => tryCall(officeCalls.exportPersonalData, { params, body: { reason } }),
    {
      then: (data) =>
        saveFile(
          `${number}.json`,
          `${JSON.stringify(data, null, 2)}
`,
        ),
    },
  )
  if (state === 'waiting')
    return (
      <Section title="Actions">
        <p>The erasure is awaiting approval or running. It’s done when the account is closed.</p>
      </Section>
    )
  return (
    <Section title="Actions">
      <p>
        {kind === 'access'
          ? 'Download the file, send it to the customer’s confirmed email address, then mark it as sent.'
          : 'Erasure needs approval and no open case, report, hold or transfer. Records with a legal retention period stay, without the account.'}
      </p>
      <ButtonRow>
        {kind === 'access' && (
          <>
            <ReasonDialog
              label="Download data"
              variant="primary"
              title="Download all of this customer’s data?"
              text="The audit log and the customer’s activity list record the download."
              confirm="Download"
              onSubmit={download}
            />
            <ReasonDialog
              label="Mark as sent"
              title="Mark the data as sent?"
              field="How it was sent"
              onSubmit={step(
                (reason) => tryCall(officeCalls.sendPrivacyRequest, { params, body: { reason } }),
                'Marked as sent',
              )}
            />
          </>
        )}
        {kind === 'erasure' && may('erasure.request') && (
          <ReasonDialog
            label="Request erasure"
            variant="primary"
            title="Request erasure of this account?"
            text="Nothing is erased before approval."
            confirm="Request approval"
            onSubmit={step(
              (reason) => tryCall(officeCalls.requestErasureOf, { params, body: { reason } }),
              'Requested',
            )}
          />
        )}
        <ReasonDialog
          label="Refuse request"
          variant="danger"
          title="Refuse this request?"
          confirm="Refuse"
          text="Tell the customer why before you refuse it here."
          field="Reason given to the customer"
          onSubmit={step(
            (reason) => tryCall(officeCalls.refusePrivacyRequest, { params, body: { reason } }),
            'Refused',
          )}
        />
      </ButtonRow>
    </Section>
  )
}
