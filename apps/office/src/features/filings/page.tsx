import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams } from 'react-router'
import { officeCalls, type OfficeFilingPage } from '@sesa/contract/office'
import type { Outcome } from '@sesa/ui/api/client.ts'
import { formatMoment } from '@sesa/ui/format.ts'
import { serverNow, type Failure } from '@sesa/ui/api/http.ts'
import { ButtonLink, ButtonRow, TextLink } from '@sesa/ui/button.tsx'
import { TextField } from '@sesa/ui/fields/text-field.tsx'
import { Notice } from '@sesa/ui/feedback/notice.tsx'
import { useToast } from '@sesa/ui/feedback/toast.tsx'
import { Facts, type Fact } from '@sesa/ui/layout/card.tsx'
import { Page } from '@sesa/ui/layout/page.tsx'
import { callOffice, tryCall } from '../../lib/api.ts'
import { paths } from '../../lib/paths.ts'
import { useMay, useMe } from '../../lib/session.ts'
import { countryName, dueText, filingStateWord } from '../../lib/words.ts'
import { Loaded } from '../../parts/loaded.tsx'
import { ReasonDialog } from '../../parts/reason-dialog.tsx'
import { Section } from '../../parts/section.tsx'
import { Values } from '../../parts/values.tsx'
import { saveFile } from '../../table/csv.ts'
import { Document, type ReadDocument } from './document.tsx'
import { aboutOf, FORMAT_WORDS, KIND_WORDS } from './words.ts'

/** One report to an authority: its deadline, what it lacks, its files, and the authority's answer. */
export default function FilingPage() {
  const { number = '' } = useParams()
  const [read, setRead] = useState<ReadDocument | null>(null)
  const filing = useQuery({
    queryKey: ['filings', 'one', number],
    queryFn: ({ signal }) => callOffice(officeCalls.showFiling, { params: { number }, signal }),
  })
  return (
    <Page title={`Report ${number}`} documentTitle="Report" width="wide">
      <Loaded query={filing} what="this report">
        {(page) => (
          <>
            <div className="grid items-start gap-6 lg:grid-cols-2">
              <Section title="Report">
                <Facts compact facts={factsOf(page)} />
              </Section>
              <Checks page={page} />
            </div>
            {page.content && <Content content={page.content} />}
            <Document page={page} read={read} onRead={setRead} />
            <Work page={page} read={read} />
          </>
        )}
      </Loaded>
    </Page>
  )
}

function factsOf(page: OfficeFilingPage): Fact[] {
  const { caseNumber, state, deadline, dueAt, endedAt } = page
  const isDue = state === 'draft' || state === 'approved'
  return [
    { key: 'state', label: 'State', value: filingStateWord(state) },
    { key: 'kind', label: 'Kind', value: KIND_WORDS[page.kind] },
    { key: 'country', label: 'Country', value: countryName(page.country) },
    { key: 'authority', label: 'Authority', value: page.authority },
    { key: 'format', label: 'Format', value: FORMAT_WORDS[page.format] },
    {
      key: 'about',
      label: 'About',
      value:
        caseNumber === null ? aboutOf(page) : <TextLink href={paths.case(caseNumber)}>{caseNumber}</TextLink>,
    },
    { key: 'known', label: 'Date of knowledge', value: formatMoment(page.knownAt) },
    { key: 'due', label: 'Due', value: formatMoment(dueAt) },
    ...(isDue ? [{ key: 'left', label: 'Due in', value: dueText(dueAt, serverNow()) }] : []),
    {
      key: 'law',
      label: 'Deadline',
      value: `${deadline.text} (${deadline.source}${deadline.isConfirmed ? '' : '; unconfirmed'})`,
    },
    { key: 'drafted', label: 'Drafted by', value: `${page.draftedBy}, ${formatMoment(page.draftedAt)}` },
    {
      key: 'approved',
      label: 'Approved by',
      value:
        page.approvedAt === null
          ? 'Not approved yet'
          : `${page.approvedBy ?? ''}, ${formatMoment(page.approvedAt)}`,
    },
    {
      key: 'exported',
      label: 'First downloaded',
      value: page.exportedAt === null ? 'Not yet' : formatMoment(page.exportedAt),
    },
    { key: 'reference', label: 'Authority’s reference', value: page.authorityId ?? 'None yet' },
    ...(endedAt === null ? [] : [{ key: 'ended', label: 'Ended', value: formatMoment(endedAt) }]),
  ]
}

/** The content of the report, for the member who approves it. */
function Content({ content }: { content: NonNullable<OfficeFilingPage['content']> }) {
  const may = useMay()
  const { transfers, account, narrative, action, indicators, senders } = content
  const known = Object.entries(senders)
  return (
    <Section title="Content">
      <h3 className="font-bold">About</h3>
      <ul className="flex flex-col gap-1">
        {transfers.map((reference) => (
          <li key={reference}>
            <TextLink href={paths.transfer(reference)}>{reference}</TextLink>
          </li>
        ))}
        {account !== null && (
          <li>
            {may('customers.read') ? <TextLink href={paths.customer(account)}>{account}</TextLink> : account}
          </li>
        )}
      </ul>
      <h3 className="font-bold">Grounds for suspicion</h3>
      <p className="whitespace-pre-wrap wrap-anywhere">{narrative}</p>
      <h3 className="font-bold">Action taken</h3>
      <p className="whitespace-pre-wrap wrap-anywhere">{action}</p>
      <h3 className="font-bold">Indicators</h3>
      <p>{indicators.join(', ')}</p>
      {known.map(([reference, facts]) => (
        <div key={reference} className="flex flex-col gap-2">
          <h3 className="font-bold">Facts about the sender of {reference}</h3>
          <Values values={facts} />
        </div>
      ))}
    </Section>
  )
}

function Checks({ page: { problems, state } }: { page: OfficeFilingPage }) {
  return (
    <Section title="Document checks">
      {problems.length === 0 ? (
        <Notice tone="ok">The document is complete.</Notice>
      ) : (
        <>
          <p>
            This blocks approval.
            {state === 'draft' &&
              ' Withdraw it and draft it again, or change the country’s profile. The new draft starts with this content.'}
          </p>
          <ul className="list-disc pl-6">
            {problems.map((problem) => (
              <li key={problem} className="break-all">
                {problem}
              </li>
            ))}
          </ul>
        </>
      )}
    </Section>
  )
}

function Work({ page, read }: { page: OfficeFilingPage; read: ReadDocument | null }) {
  const me = useMe()
  const client = useQueryClient()
  const toast = useToast()
  const [authorityId, setAuthorityId] = useState('')
  const { number, state, draftedBy, problems } = page
  const params = { number }
  const act =
    (call: (reason: string) => Promise<Outcome<OfficeFilingPage>>, said: string) =>
    async (reason: string): Promise<Failure | null> => {
      const { data, error } = await call(reason)
      if (error) return error
      client.setQueryData(['filings', 'one', number], data)
      toast(said)
      await client.invalidateQueries({ queryKey: ['filings', 'list'] })
      return null
    }
  const download = async (reason: string): Promise<Failure | null> => {
    const { data, error } = await tryCall(officeCalls.exportFiling, { params, body: { reason } })
    if (error) return error
    for (const { name, text } of data.files) saveFile(name, text, { isExact: true })
    await client.invalidateQueries({ queryKey: ['filings'] })
    return null
  }
  if (state === 'withdrawn')
    return (
      page.content && (
        <Section title="Actions">
          <p>Withdrawn. You can start a new draft from its content.</p>
          <div>
            <ButtonLink href={paths.draftFiling({ from: number })}>Draft again</ButtonLink>
          </div>
        </Section>
      )
    )
  const isOpen = state === 'draft' || state === 'approved'
  const given = authorityId.trim()
  const mayApprove = state === 'draft' && draftedBy !== me.name && problems.length === 0
  const version = read?.version ?? null
  return (
    <Section title="Actions">
      {state === 'draft' && draftedBy === me.name && (
        <p>You drafted this report. Another member approves it.</p>
      )}
      {mayApprove && version === null && <p>Open the document before you approve.</p>}
      <ButtonRow>
        {mayApprove && version !== null && (
          <ReasonDialog
            label="Approve"
            variant="primary"
            title={`Approve ${number}?`}
            confirm="Approve"
            onSubmit={act(
              (reason) => tryCall(officeCalls.approveFiling, { params, body: { version, reason } }),
              'Approved',
            )}
          >
            <p>You approve exactly the document you opened. These files are kept.</p>
          </ReasonDialog>
        )}
        {state !== 'draft' && (
          <ReasonDialog
            label="Download document"
            variant={state === 'approved' ? 'primary' : 'secondary'}
            title={`Download ${number}?`}
            confirm="Download"
            onSubmit={download}
          >
            <p>It contains personal data. The audit log records each download.</p>
          </ReasonDialog>
        )}
        {isOpen && (
          <ReasonDialog
            label="Withdraw"
            variant="danger"
            title={`Withdraw ${number}?`}
            confirm="Withdraw"
            onSubmit={act(
              (reason) => tryCall(officeCalls.withdrawFiling, { params, body: { reason } }),
              'Withdrawn',
            )}
          />
        )}
      </ButtonRow>
      {state === 'exported' && (
        <>
          <TextField
            id="authority-id"
            label="Authority’s reference"
            hint="As on the authority’s receipt."
            autoComplete="off"
            value={authorityId}
            onChange={setAuthorityId}
          />
          {given !== '' && (
            <div>
              <ReasonDialog
                label="Mark as filed"
                variant="primary"
                title={`Mark ${number} as filed?`}
                confirm="Mark as filed"
                onSubmit={act(
                  (reason) =>
                    tryCall(officeCalls.acknowledgeFiling, { params, body: { authorityId: given, reason } }),
                  'Filed',
                )}
              >
                <p>Closes the report with reference {given}.</p>
              </ReasonDialog>
            </div>
          )}
        </>
      )}
    </Section>
  )
}
