import { useState } from 'react'
import { useParams } from 'react-router'
import { officeCalls, type OfficeFilingPage } from '@sesa/contract/office'
import { formatMoment } from '@sesa/ui/format.ts'
import { Button, TextLink } from '@sesa/ui/button.tsx'
import { Facts, type Fact } from '@sesa/ui/layout/card.tsx'
import { Notice } from '@sesa/ui/feedback/notice.tsx'
import { Page } from '@sesa/ui/layout/page.tsx'
import { paths } from '../../lib/paths.ts'
import { useMay } from '../../lib/session.ts'
import { countryName, filingStateWord } from '../../lib/words.ts'
import { useCall } from '../../lib/api.ts'
import { Loaded, LoadedPage } from '../../parts/loaded.tsx'
import { Section } from '../../parts/section.tsx'
import { Tag } from '../../parts/tag.tsx'
import { Values } from '../../parts/values.tsx'
import { Work } from './actions.tsx'
import { DraftForm, NewDraft } from './draft.tsx'
import { Deadline, Files, Points } from './live-check.tsx'
import { typedFrom } from './typed-draft.ts'
import { aboutOf, FORMAT_WORDS, KIND_WORDS } from './words.ts'

/** One report to an authority, from its draft to the authority's answer. */
export default function FilingPage() {
  const { number = '' } = useParams()
  return number === 'new' ? (
    <Page
      title="Draft a SAR"
      width="wide"
      lead="Another member approves it before filing. Neither the customer nor support sees it."
    >
      <NewDraft />
    </Page>
  ) : (
    <Stored number={number} />
  )
}

function Stored({ number }: { number: string }) {
  const filing = useCall(['filings', 'one', number], officeCalls.showFiling, { params: { number } })
  return (
    <LoadedPage title={`Report ${number}`} documentTitle="Report" query={filing} what="this report">
      {(page) => <Content key={page.draftedAt} page={page} />}
    </LoadedPage>
  )
}

function Content({ page }: { page: OfficeFilingPage }) {
  const mayEdit = page.state === 'draft' && page.content !== null
  const [isEditing, setEditing] = useState(false)
  return (
    <>
      <Head page={page} />
      {isEditing ? (
        <DraftForm start={typedFrom(page)} stored={page} onEnd={() => setEditing(false)} />
      ) : (
        <Read page={page} onEdit={mayEdit ? () => setEditing(true) : undefined} />
      )}
    </>
  )
}

function Head({ page }: { page: OfficeFilingPage }) {
  const { state, kind, country, format, caseNumber } = page
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <Tag tone={state === 'acknowledged' ? 'ok' : state === 'draft' ? 'warn' : 'plain'}>
        {filingStateWord(state)}
      </Tag>
      <b>
        {KIND_WORDS[kind]}, {countryName(country)}
      </b>
      <span>
        {caseNumber === null ? (
          aboutOf(page)
        ) : (
          <TextLink href={paths.case(caseNumber)}>{caseNumber}</TextLink>
        )}
      </span>
      <span className="text-muted">
        {page.authority}, {FORMAT_WORDS[format]}
      </span>
    </div>
  )
}

function Read({ page, onEdit }: { page: OfficeFilingPage; onEdit: (() => void) | undefined }) {
  const { number, files, content, problems, notes, state, version: stored } = page
  // The document stays as it was read: an approval names exactly this version.
  const document = useCall(
    ['filings', 'files', number, stored],
    officeCalls.readFilingFiles,
    { params: { number } },
    {
      enabled: files.length > 0,
      staleTime: Infinity,
    },
  )
  return (
    <div className="grid items-start gap-4 lg:grid-cols-3">
      <div className="flex min-w-0 flex-col gap-4 lg:col-span-2">
        {content && <Said content={content} onEdit={onEdit} />}
        {files.length > 0 && (
          <Section title="Document">
            <Points of={notes} />
            <Loaded query={document} what="the document">
              {(read) => <Files files={read.files} />}
            </Loaded>
            <details>
              <summary className="font-semibold text-brand-ink">Digests</summary>
              <ul>
                {files.map(({ name, bytes, digest }) => (
                  <li key={name}>
                    {name}, {bytes} bytes <span className="break-all">SHA-256 {digest}</span>
                  </li>
                ))}
              </ul>
            </details>
          </Section>
        )}
        <Section title="Steps">
          <Facts compact facts={stepsOf(page)} />
        </Section>
      </div>
      <div className="flex min-w-0 flex-col gap-4">
        <Section title={problems.length === 0 ? 'Complete' : `${problems.length} missing`}>
          {problems.length === 0 ? (
            <Notice tone="ok">The document is complete.</Notice>
          ) : (
            <>
              <p>
                This blocks approval.
                {state === 'draft' && ' Edit the draft, or change the country’s profile.'}
              </p>
              <Points of={problems} />
            </>
          )}
        </Section>
        {(state === 'draft' || state === 'approved') && <Deadline {...page} />}
        <Work page={page} version={document.data?.version ?? null} />
      </div>
    </div>
  )
}

function stepsOf(page: OfficeFilingPage): Fact[] {
  const { knownAt, draftedBy, draftedAt, approvedBy, approvedAt, exportedAt, authorityId, endedAt } = page
  const when = (at: string | null): string => (at === null ? 'Not yet' : formatMoment(at))
  return [
    { label: 'Date of knowledge', value: formatMoment(knownAt) },
    { label: 'Drafted by', value: `${draftedBy}, ${formatMoment(draftedAt)}` },
    {
      label: 'Approved by',
      value: approvedAt === null ? 'Not yet' : `${approvedBy ?? ''}, ${formatMoment(approvedAt)}`,
    },
    { label: 'First downloaded', value: when(exportedAt) },
    { label: 'Authority’s reference', value: authorityId ?? 'None yet' },
    ...(endedAt === null ? [] : [{ label: 'Ended', value: formatMoment(endedAt) }]),
  ]
}

interface SaidProps {
  content: NonNullable<OfficeFilingPage['content']>
  onEdit: (() => void) | undefined
}

/** What the report says, for the member who approves it. */
function Said({ content, onEdit }: SaidProps) {
  const may = useMay()
  const { transfers, account, narrative, action, indicators, senders } = content
  return (
    <Section title="Content">
      <p>
        <b>About:</b>{' '}
        {transfers.map((reference) => (
          <span key={reference}>
            <TextLink href={paths.transfer(reference)}>{reference}</TextLink>{' '}
          </span>
        ))}
        {account !== null &&
          (may('customers.read') ? <TextLink href={paths.customer(account)}>{account}</TextLink> : account)}
      </p>
      <div>
        <h3 className="font-bold">Grounds for suspicion</h3>
        <p className="whitespace-pre-wrap wrap-anywhere">{narrative}</p>
      </div>
      <div>
        <h3 className="font-bold">Action taken</h3>
        <p className="whitespace-pre-wrap wrap-anywhere">{action}</p>
      </div>
      <p>
        <b>Indicators:</b> {indicators.join(', ') || 'None'}
      </p>
      {Object.entries(senders).map(([reference, facts]) => (
        <div key={reference}>
          <h3 className="font-bold">Facts about the sender of {reference}</h3>
          <Values values={facts} />
        </div>
      ))}
      {onEdit && (
        <div>
          <Button variant="secondary" onClick={onEdit}>
            Edit
          </Button>
          <p className="mt-1 text-muted">The member who saves the changes can’t approve the report.</p>
        </div>
      )}
    </Section>
  )
}
