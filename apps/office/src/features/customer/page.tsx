import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams } from 'react-router'
import { TOPIC_WORDS } from '@sesa/contract'
import { officeCalls, type Approval, type CustomerPage as Customer } from '@sesa/contract/office'
import { formatMoment } from '@sesa/ui/format.ts'
import type { Failure } from '@sesa/ui/api/http.ts'
import { TextLink } from '@sesa/ui/button.tsx'
import { Notice } from '@sesa/ui/feedback/notice.tsx'
import { Page } from '@sesa/ui/layout/page.tsx'
import { callOffice, tryCall } from '../../lib/api.ts'
import { paths } from '../../lib/paths.ts'
import { useMay } from '../../lib/session.ts'
import { readable, wordOf } from '../../lib/words.ts'
import { ApprovalList } from '../../parts/approval-list.tsx'
import { CaseLinks } from '../../parts/case-links.tsx'
import { ExportAll } from '../../parts/export-all.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { Notes } from '../../parts/notes.tsx'
import { Notices } from '../../parts/notices.tsx'
import { PersonData } from '../../parts/person-data.tsx'
import { ReasonDialog } from '../../parts/reason-dialog.tsx'
import { Section } from '../../parts/section.tsx'
import { TRANSFER_COLUMNS } from '../../parts/transfer-columns.tsx'
import { DataTable } from '../../table/data-table.tsx'
import { Account } from './account.tsx'
import { NameCorrection } from './name-form.tsx'
import { Consents, Devices, Recipients } from './records.tsx'

/** Everything about a customer, with personal data masked. */
export default function CustomerPage() {
  const { id = '' } = useParams()
  const customer = useQuery({
    queryKey: ['customer', id],
    queryFn: ({ signal }) => callOffice(officeCalls.showCustomer, { params: { id }, signal }),
  })
  return (
    <Page title={customer.data?.name ?? 'Customer'} documentTitle="Customer" width="wide">
      <Loaded query={customer} what="this customer">
        {(data) => <Content customer={data} />}
      </Loaded>
    </Page>
  )
}

function Content({ customer }: { customer: Customer }) {
  const may = useMay()
  return (
    <>
      {customer.closedAt !== null && (
        <Notice tone="warn">This account was closed on {formatMoment(customer.closedAt)}.</Notice>
      )}
      {customer.lockedAt !== null && (
        <Notice tone="warn">This account has been locked since {formatMoment(customer.lockedAt)}.</Notice>
      )}
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <Person customer={customer} />
        <Account customer={customer} />
      </div>
      <Devices customer={customer} />
      <Holds holds={customer.holds} />
      {may('cases.read') && (
        <Section title="Cases">
          <CaseLinks cases={customer.cases} none="No case about this customer." />
        </Section>
      )}
      {may('notes.write') && <Notes subject={{ customer: customer.id }} />}
      <Transfers customer={customer} />
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <Recipients recipients={customer.recipients} />
        <Consents consents={customer.consents} />
        <Enquiries enquiries={customer.enquiries} />
        <Section title="Last 50 notices">
          <Notices notices={customer.notices} />
        </Section>
      </div>
      {may('names.correct') && customer.closedAt === null && <NameCorrection id={customer.id} />}
      <Erasure id={customer.id} />
    </>
  )
}

function Person({ customer: { id, name, phone, email } }: { customer: Customer }) {
  const may = useMay()
  return (
    <Section title="Personal data">
      <PersonData
        whose="the customer’s"
        masked={{
          name: { label: 'Name', value: name },
          phone: { label: 'Phone', value: phone },
          email: { label: 'Email', value: email },
        }}
        reveal={
          may('customers.reveal')
            ? (reason) => tryCall(officeCalls.revealCustomer, { params: { id }, body: { reason } })
            : undefined
        }
      />
    </Section>
  )
}

function Holds({ holds }: { holds: Customer['holds'] }) {
  return (
    <Section title="Account holds">
      {holds.length === 0 && <p className="text-muted">None, past or present.</p>}
      <ul className="flex flex-col gap-4">
        {holds.map((hold) => (
          <li key={`${hold.openedAt}${hold.cause}`}>
            <p className="font-bold">
              {wordOf('accountHold', hold.cause)}
              {hold.liftedAt === null ? ', open' : ', lifted'}
            </p>
            <p>
              {hold.openedBy ?? 'Since'} {hold.openedBy !== null && 'on '}
              {formatMoment(hold.openedAt)}
              {hold.reason !== null && `: ${hold.reason}`}
            </p>
            {hold.openedBy === null && <p className="text-muted">Compliance decides.</p>}
            {hold.liftedAt !== null && (
              <p className="text-muted">
                Lifted {hold.liftedBy !== null && `by ${hold.liftedBy} on `}
                {formatMoment(hold.liftedAt)}
                {hold.liftReason !== null && `: ${hold.liftReason}`}
              </p>
            )}
            {hold.reference !== null && (
              <TextLink href={paths.transfer(hold.reference)}>{hold.reference}</TextLink>
            )}
          </li>
        ))}
      </ul>
    </Section>
  )
}

function Transfers({ customer: { id, transfers } }: { customer: Customer }) {
  return (
    <>
      <h2 className="text-2xl">Last 50 transfers</h2>
      {transfers.length > 0 && (
        <ExportAll
          label="Export all transfers"
          load={() => tryCall(officeCalls.exportTransfers, { params: { id } })}
        />
      )}
      <DataTable
        name="customer-transfers"
        caption="Last 50 transfers"
        columns={TRANSFER_COLUMNS}
        rows={transfers}
        rowKey={({ reference }) => reference}
        hrefOf={({ reference }) => paths.transfer(reference)}
        empty={{ title: 'No transfers', text: 'This customer hasn’t sent money yet.' }}
      />
    </>
  )
}

function Enquiries({ enquiries }: { enquiries: Customer['enquiries'] }) {
  const may = useMay()
  return (
    <Section title="Enquiries">
      {enquiries.length === 0 && <p className="text-muted">None.</p>}
      <ul className="flex flex-col gap-2">
        {enquiries.map(({ number, topic, state, createdAt }) => (
          <li key={number}>
            {may('enquiries.answer') ? (
              <TextLink href={paths.enquiry(number)}>{number}</TextLink>
            ) : (
              <b>{number}</b>
            )}
            , {TOPIC_WORDS[topic]}, {readable(state)}, {formatMoment(createdAt)}
          </li>
        ))}
      </ul>
    </Section>
  )
}

function Erasure({ id }: { id: string }) {
  const may = useMay()
  const client = useQueryClient()
  const [asked, setAsked] = useState<Approval | null>(null)
  if (!may('erasure.request')) return null
  const request = async (reason: string): Promise<Failure | null> => {
    const { data, error } = await tryCall(officeCalls.requestErasure, { params: { id }, body: { reason } })
    if (error) return error
    setAsked(data.approval)
    await client.invalidateQueries({ queryKey: ['approvals'] })
    return null
  }
  return (
    <Section title="Erasure">
      <p>Needs approval. Records with a legal retention period stay, without the account.</p>
      {asked ? (
        <ApprovalList approvals={[asked]} />
      ) : (
        <div>
          <ReasonDialog
            label="Request erasure"
            variant="danger"
            title="Request erasure of this account?"
            confirm="Request approval"
            onSubmit={request}
          >
            <p>Nothing is erased before approval.</p>
          </ReasonDialog>
        </div>
      )}
    </Section>
  )
}
