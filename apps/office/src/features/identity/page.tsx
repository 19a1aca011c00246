import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams } from 'react-router'
import { officeCalls, type Approval, type OfficeIdentityCheckPage } from '@sesa/contract/office'
import { formatMoment } from '@sesa/ui/format.ts'
import type { Failure } from '@sesa/ui/api/http.ts'
import { Button, ButtonRow, TextLink } from '@sesa/ui/button.tsx'
import { Notice } from '@sesa/ui/feedback/notice.tsx'
import { Facts, type Fact } from '@sesa/ui/layout/card.tsx'
import { Page } from '@sesa/ui/layout/page.tsx'
import { callOffice, tryCall } from '../../lib/api.ts'
import { paths } from '../../lib/paths.ts'
import { useMay } from '../../lib/session.ts'
import { countryName, providerName, readable } from '../../lib/words.ts'
import { ApprovalList } from '../../parts/approval-list.tsx'
import { AskedNotice } from '../../parts/asked-notice.tsx'
import { Figures, type FigureColumn } from '../../parts/figures.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { ReasonDialog } from '../../parts/reason-dialog.tsx'
import { Section } from '../../parts/section.tsx'
import { Tag } from '../../parts/tag.tsx'

type Compared = OfficeIdentityCheckPage['compared'][number]

/** One identity check: the outcome, what differs from the account, and the decision. */
export default function IdentityCheckPage() {
  const { id = '' } = useParams()
  const check = useQuery({
    queryKey: ['identity-checks', 'one', id],
    queryFn: ({ signal }) => callOffice(officeCalls.showIdentityCheck, { params: { id }, signal }),
  })
  return (
    <Page title="Identity check" width="wide">
      <Loaded query={check} what="this identity check">
        {(page) => (
          <>
            <div className="grid items-start gap-6 lg:grid-cols-2">
              <Section title="Outcome">
                <Facts compact facts={factsOf(page)} />
              </Section>
              <Compare check={page} />
            </div>
            <SamePerson people={page.samePerson} reason={page.reason} />
            <Decide check={page} />
          </>
        )}
      </Loaded>
    </Page>
  )
}

function factsOf(page: OfficeIdentityCheckPage): Fact[] {
  const { state, reason, provider, providerCode, reference, customerId, tier } = page
  return [
    { key: 'state', label: 'State', value: readable(state) },
    { key: 'reason', label: 'Reason', value: reason === null ? 'None' : readable(reason) },
    { key: 'provider', label: 'Provider', value: providerName(provider) },
    { key: 'code', label: 'Provider code', value: providerCode ?? 'None' },
    {
      key: 'reference',
      label: 'Provider reference',
      value: <span className="break-all">{reference ?? 'None'}</span>,
    },
    {
      key: 'document',
      label: 'Document',
      value: page.documentType === null ? 'Not given' : readable(page.documentType),
    },
    { key: 'issued', label: 'Issued by', value: countryName(page.documentCountry) },
    { key: 'expires', label: 'Expires', value: page.expires ?? 'Not given' },
    { key: 'failures', label: 'Failed attempts', value: page.failures },
    { key: 'since', label: 'In this state since', value: formatMoment(page.since) },
    {
      key: 'customer',
      label: 'Customer',
      value: <TextLink href={paths.customer(customerId)}>{customerId}</TextLink>,
    },
    {
      key: 'tier',
      label: 'Tier',
      value: <TextLink href={paths.customer(customerId)}>Tier {tier}</TextLink>,
    },
  ]
}

const WHAT = { name: 'Name', birth_date: 'Birth date' } as const
const COMPARED: FigureColumn<Compared>[] = [
  { key: 'what', header: 'Field', render: ({ what }) => WHAT[what] },
  { key: 'document', header: 'Document', render: ({ document }) => document ?? 'Not given' },
  { key: 'account', header: 'Account', render: ({ account }) => account ?? 'Not given' },
  {
    key: 'same',
    header: 'Result',
    render: ({ document, account, isSame }) => {
      if (document === null || account === null) return <Tag tone="warn">Can’t be compared</Tag>
      return <Tag tone={isSame ? 'ok' : 'warn'}>{isSame ? 'Same' : 'Differs'}</Tag>
    },
  },
]

function Compare({ check: { id, compared } }: { check: OfficeIdentityCheckPage }) {
  const may = useMay()
  const [full, setFull] = useState<readonly Compared[] | null>(null)
  const reveal = async (reason: string): Promise<Failure | null> => {
    const { data, error } = await tryCall(officeCalls.revealIdentityCheck, {
      params: { id },
      body: { reason },
    })
    if (error) return error
    setFull(compared.map((row) => ({ ...row, ...data.compared.find(({ what }) => what === row.what) })))
    return null
  }
  return (
    <Section title="Mismatches">
      <Figures
        caption="Document and account"
        hideCaption
        columns={COMPARED}
        rows={full ?? compared}
        rowKey={({ what }) => what}
        none="Nothing to compare."
      />
      <div>
        {full !== null && (
          <Button variant="secondary" onClick={() => setFull(null)}>
            Hide
          </Button>
        )}
        {full === null && may('customers.reveal') && (
          <ReasonDialog
            label="Show in full"
            title="Show names and birth dates in full?"
            confirm="Show"
            onSubmit={reveal}
          >
            <p>The audit log records this and your reason.</p>
          </ReasonDialog>
        )}
      </div>
    </Section>
  )
}

function SamePerson({
  people,
  reason,
}: {
  people: OfficeIdentityCheckPage['samePerson']
  reason: string | null
}) {
  return (
    <Section title="Other accounts of this person">
      {people.length === 0 && (
        <p className="text-muted">
          {reason === 'duplicate_person'
            ? 'The matched account was closed, or its check was erased.'
            : 'No other account is verified with this person and document.'}
        </p>
      )}
      <ul className="flex flex-col gap-2">
        {people.map(({ customerId, since }) => (
          <li key={customerId}>
            <TextLink href={paths.customer(customerId)}>{customerId}</TextLink>, verified{' '}
            {formatMoment(since)}
          </li>
        ))}
      </ul>
    </Section>
  )
}

function Decide({ check }: { check: OfficeIdentityCheckPage }) {
  const client = useQueryClient()
  const [asked, setAsked] = useState<Approval | null>(null)
  const { id, state, mayVerify, approvals } = check
  const waiting = approvals.filter(
    (approval) => approval.state === 'pending' || approval.state === 'approved',
  )
  const ask =
    (verdict: 'verify' | 'refuse') =>
    async (reason: string): Promise<Failure | null> => {
      const { data, error } = await tryCall(officeCalls.requestIdentityReview, {
        params: { id },
        body: { verdict, reason },
      })
      if (error) return error
      setAsked(data.approval)
      await Promise.all([
        client.invalidateQueries({ queryKey: ['approvals'] }),
        client.invalidateQueries({ queryKey: ['identity-checks', 'one', id] }),
      ])
      return null
    }
  if (state !== 'needs_review') return null
  return (
    <Section title="Decision">
      {asked && <AskedNotice approval={asked} />}
      {waiting.length > 0 ? (
        !asked && <ApprovalList approvals={waiting} />
      ) : (
        <>
          <p>Compare the images at the provider first. Your request needs approval.</p>
          {!mayVerify && (
            <Notice tone="warn">
              The provider returned an incomplete document, so you can only refuse the check.
            </Notice>
          )}
          <ButtonRow>
            {mayVerify && (
              <ReasonDialog
                label="Request verification"
                variant="primary"
                title="Request verification of this check?"
                confirm="Request approval"
                onSubmit={ask('verify')}
              >
                <p>The customer gets tier 2 until the document expires.</p>
              </ReasonDialog>
            )}
            <ReasonDialog
              label="Request refusal"
              variant="danger"
              title="Request refusal of this check?"
              confirm="Request approval"
              onSubmit={ask('refuse')}
            >
              <p>The customer stays in tier 1 and can’t try again.</p>
            </ReasonDialog>
          </ButtonRow>
        </>
      )}
    </Section>
  )
}
