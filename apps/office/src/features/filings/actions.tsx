import { useState } from 'react'
import { officeCalls, type OfficeFilingPage } from '@sesa/contract/office'
import type { Outcome } from '@sesa/ui/api/client.ts'
import { ButtonLink, ButtonRow } from '@sesa/ui/button.tsx'
import { TextField } from '@sesa/ui/fields/text-field.tsx'
import { tryCall, useAct } from '../../lib/api.ts'
import { paths } from '../../lib/paths.ts'
import { useMe } from '../../lib/session.ts'
import { DecisionForm } from '../../parts/decision-form.tsx'
import { ReasonDialog } from '../../parts/reason-dialog.tsx'
import { Section } from '../../parts/section.tsx'
import { saveFile } from '../../table/csv.ts'

interface WorkProps {
  page: OfficeFilingPage
  /** Of the document that the member reads; null without one. */
  version: string | null
}

/** The steps of a report: approve, download, mark as filed, withdraw, draft again. */
export function Work({ page, version }: WorkProps) {
  const me = useMe()
  const act = useAct()
  const [authorityId, setAuthorityId] = useState('')
  const { number, state, draftedBy, problems } = page
  const params = { number }
  const step = (call: (reason: string) => Promise<Outcome<OfficeFilingPage>>, said: string) =>
    act(call, { stores: ['filings', 'one', number], said, changes: [['filings', 'list'], ['work']] })
  const download = act((reason: string) => tryCall(officeCalls.exportFiling, { params, body: { reason } }), {
    then: ({ files }) => files.forEach(({ name, text }) => saveFile(name, text, { isExact: true })),
    changes: [['filings', 'one', number]],
  })
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
  if (state === 'acknowledged') return null
  const given = authorityId.trim()
  const isOwn = draftedBy === me.name
  const approve = (reason: string) =>
    tryCall(officeCalls.approveFiling, { params, body: { version: version ?? '', reason } })
  const acknowledge = (reason: string) =>
    tryCall(officeCalls.acknowledgeFiling, { params, body: { authorityId: given, reason } })
  const withdraw = (reason: string) => tryCall(officeCalls.withdrawFiling, { params, body: { reason } })
  return (
    <Section title={state === 'draft' && !isOwn ? 'Your decision' : 'Actions'}>
      {state === 'draft' && isOwn && <p>You drafted this report. Another member approves it.</p>}
      {state === 'draft' && !isOwn && version !== null && problems.length === 0 && (
        <DecisionForm id="approve" actions={[{ label: 'Approve', run: step(approve, 'Approved') }]}>
          <p>You approve exactly the document shown here. These files are kept.</p>
        </DecisionForm>
      )}
      {state === 'exported' && (
        <DecisionForm
          id="filed"
          actions={given === '' ? [] : [{ label: 'Mark as filed', run: step(acknowledge, 'Filed') }]}
        >
          <TextField
            id="authority-id"
            label="Authority’s reference"
            hint="As on the authority’s receipt. It closes the report."
            autoComplete="off"
            value={authorityId}
            onChange={setAuthorityId}
          />
        </DecisionForm>
      )}
      <ButtonRow>
        {state !== 'draft' && (
          <ReasonDialog
            label="Download document"
            variant={state === 'approved' ? 'primary' : 'secondary'}
            title={`Download ${number}?`}
            text="It contains personal data. The audit log records each download."
            confirm="Download"
            onSubmit={download}
          />
        )}
        {state !== 'exported' && (
          <ReasonDialog
            label="Withdraw"
            variant="danger"
            title={`Withdraw ${number}?`}
            onSubmit={step(withdraw, 'Withdrawn')}
          />
        )}
      </ButtonRow>
    </Section>
  )
}
