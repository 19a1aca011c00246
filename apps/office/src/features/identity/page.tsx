import { useState } from 'react'
import { useParams } from 'react-router'
import { officeCalls, type OfficeIdentityCheckPage } from '@sesa/contract/office'
import { formatMoment } from '@sesa/ui/format.ts'
import { Button, TextLink } from '@sesa/ui/button.tsx'
import { Notice } from '@sesa/ui/feedback/notice.tsx'
import { Facts, type Fact } from '@sesa/ui/layout/card.tsx'
import { tryCall, useCall, useAct } from '../../lib/api.ts'
import { paths } from '../../lib/paths.ts'
import { useMay } from '../../lib/session.ts'
import { amountText, countryName, providerName, readable } from '../../lib/words.ts'
import { ApprovalList } from '../../parts/approval-list.tsx'
import { useAsked } from '../../parts/asked-notice.tsx'
import { DecisionForm } from '../../parts/decision-form.tsx'
import { EvidenceGrid, type EvidenceRow } from '../../parts/evidence-grid.tsx'
import { LoadedPage } from '../../parts/loaded.tsx'
import { useNextWork } from '../../parts/next-work.tsx'
import { ReasonDialog } from '../../parts/reason-dialog.tsx'
import { Section } from '../../parts/section.tsx'
import { Tag } from '../../parts/tag.tsx'

type Compared = OfficeIdentityCheckPage['compared'][number]

/** One identity check: the document beside the account, and the decision beside both. */
export default function IdentityCheckPage() {
  const { id = '' } = useParams()
  const check = useCall(['identity-checks', 'one', id], officeCalls.showIdentityCheck, { params: { id } })
  return (
    <LoadedPage title="Identity check" query={check} what="this identity check">
      {(page) => (
        <>
          <Head check={page} />
          <div className="grid items-start gap-4 lg:grid-cols-3">
            <div className="flex min-w-0 flex-col gap-4 lg:col-span-2">
              <Compare check={page} />
              <Section title="The provider’s check">
                {page.reason !== null && <p>{FOUND[page.reason] ?? readable(page.reason)}</p>}
                <Facts compact facts={factsOf(page)} />
              </Section>
            </div>
            <div className="flex min-w-0 flex-col gap-4">
              <Decide check={page} />
              <SamePerson people={page.samePerson} reason={page.reason} />
            </div>
          </div>
        </>
      )}
    </LoadedPage>
  )
}

function Head({ check: { state, reason, customerId, tier, since } }: { check: OfficeIdentityCheckPage }) {
  const may = useMay()
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <Tag tone={state === 'needs_review' ? 'warn' : 'plain'}>{readable(state)}</Tag>
      {reason !== null && <b>{readable(reason)}</b>}
      <span>
        {may('customers.read') ? (
          <TextLink href={paths.customer(customerId)}>The customer’s page</TextLink>
        ) : (
          'The customer is'
        )}
        , tier {tier}
      </span>
      <span className="text-muted">Since {formatMoment(since)}</span>
    </div>
  )
}

/** Why a check waits for staff, by the reason of its review. */
const FOUND: Readonly<Record<string, string>> = {
  duplicate_person:
    'Another account is verified as this person. Find out whose it is, and why there are two.',
  birth_date_mismatch: 'The birth dates differ: a slip in the profile, or another person.',
  document_suspect: 'The document has signs of a change or a mask.',
  number_mismatch: 'The issuer has other details for the document’s number.',
  details_missing: 'The document was unreadable.',
  too_many_attempts: 'Five submissions failed.',
  unknown: 'The provider’s documentation explains the code.',
}

function factsOf(page: OfficeIdentityCheckPage): Fact[] {
  const { provider, providerCode, reference, failures } = page
  return [
    { label: 'Provider', value: `${providerName(provider)}, code ${providerCode ?? 'none'}` },
    { label: 'Provider reference', value: <span className="break-all">{reference ?? 'None'}</span> },
    { label: 'Failed attempts', value: failures },
    { label: 'Started', value: formatMoment(page.createdAt) },
  ]
}

const WHAT = { name: 'Name', birth_date: 'Birth date' } as const

/** Returns the document's facts beside the account's. What one side does not say is unknown. */
function rowsOf(page: OfficeIdentityCheckPage, compared: readonly Compared[]): EvidenceRow[] {
  const { documentType, documentCountry, country, expires } = page
  return [
    ...compared.map(({ what, document, account, isSame }): EvidenceRow => ({
      fact: WHAT[what],
      ours: account,
      theirs: document,
      mark: document === null || account === null ? 'unknown' : isSame ? 'same' : 'differs',
    })),
    {
      fact: 'Country',
      ours: countryName(country),
      theirs: documentCountry === null ? null : countryName(documentCountry),
      mark: documentCountry === null ? 'unknown' : documentCountry === country ? 'same' : 'differs',
    },
    {
      fact: 'Document',
      ours: null,
      theirs: `${documentType === null ? 'Not given' : readable(documentType)}, expires ${expires ?? 'on no given day'}`,
      mark: null,
    },
  ]
}

function Compare({ check }: { check: OfficeIdentityCheckPage }) {
  const { id, compared } = check
  const may = useMay()
  const act = useAct()
  const [full, setFull] = useState<readonly Compared[] | null>(null)
  const reveal = act(
    (reason: string) => tryCall(officeCalls.revealIdentityCheck, { params: { id }, body: { reason } }),
    {
      then: (answer) =>
        setFull(
          compared.map((row) => ({ ...row, ...answer.compared.find(({ what }) => what === row.what) })),
        ),
    },
  )
  return (
    <Section title="The account, and the document">
      <EvidenceGrid
        caption="Document and account"
        ours="Account"
        theirs="Document"
        rows={rowsOf(check, full ?? compared)}
        alarm="differs"
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
            text="The audit log records this and your reason."
            confirm="Show"
            onSubmit={reveal}
          />
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
  const { ask, asked } = useAsked()
  const openNext = useNextWork()
  const { id, state, mayVerify, approvals, limits, customerReads } = check
  const waiting = approvals.filter(
    (approval) => approval.state === 'pending' || approval.state === 'approved',
  )
  const request = (verdict: 'verify' | 'refuse') =>
    ask(
      (reason: string) =>
        tryCall(officeCalls.requestIdentityReview, { params: { id }, body: { verdict, reason } }),
      [['identity-checks', 'one', id]],
      () => openNext('identity', verdict === 'verify' ? 'Verification requested' : 'Refusal requested'),
    )
  if (state !== 'needs_review') return null
  return (
    <Section title="Decision">
      {asked}
      {waiting.length > 0 ? (
        !asked && <ApprovalList approvals={waiting} />
      ) : (
        <>
          {!mayVerify && (
            <Notice tone="warn">
              The provider returned an incomplete document, so you can only refuse the check.
            </Notice>
          )}
          <dl className="flex flex-col gap-2">
            {mayVerify && (
              <div>
                <dt className="font-semibold">
                  Verify: {amountText(limits.now)} → {amountText(limits.verified)} in 24 hours
                </dt>
                <dd className="text-muted">The customer reads: “{customerReads.verify}”</dd>
              </div>
            )}
            <div>
              <dt className="font-semibold">Refuse: {amountText(limits.now)} stays, and no other try</dt>
              <dd className="text-muted">The customer reads: “{customerReads.refuse}”</dd>
            </div>
          </dl>
          <p>Compare the images at the provider first. Another member approves.</p>
          <DecisionForm
            id="review"
            actions={[
              ...(mayVerify ? [{ label: 'Request verification', run: request('verify') }] : []),
              { label: 'Request refusal', variant: 'danger', run: request('refuse') },
            ]}
          />
        </>
      )}
    </Section>
  )
}
