import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { officeCalls, type OfficeFilingPage } from '@sesa/contract/office'
import type { Outcome } from '@sesa/ui/api/client.ts'
import type { Failure } from '@sesa/ui/api/http.ts'
import { ButtonLink, ButtonRow } from '@sesa/ui/button.tsx'
import { useToast } from '@sesa/ui/feedback/toast.tsx'
import { TextField } from '@sesa/ui/fields/text-field.tsx'
import { tryCall } from '../../lib/api.ts'
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
      await Promise.all(
        [['filings', 'list'], ['work']].map((queryKey) => client.invalidateQueries({ queryKey })),
      )
      return null
    }
  const download = async (reason: string): Promise<Failure | null> => {
    const { data, error } = await tryCall(officeCalls.exportFiling, { params, body: { reason } })
    if (error) return error
    for (const { name, text } of data.files) saveFile(name, text, { isExact: true })
    await client.invalidateQueries({ queryKey: ['filings', 'one', number] })
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
  if (state === 'acknowledged') return null
  const given = authorityId.trim()
  const isOwn = draftedBy === me.name
  const approve = (reason: string) =>
    tryCall(officeCalls.approveFiling, { params, body: { version: version ?? '', reason } })
  const acknowledge = (reason: string) =>
    tryCall(officeCalls.acknowledgeFiling, { params, body: { authorityId: given, reason } })
  return (
    <Section title={state === 'draft' && !isOwn ? 'Your decision' : 'Actions'}>
      {state === 'draft' && isOwn && <p>You drafted this report. Another member approves it.</p>}
      {state === 'draft' && !isOwn && version !== null && problems.length === 0 && (
        <DecisionForm id="approve" actions={[{ label: 'Approve', run: act(approve, 'Approved') }]}>
          <p>You approve exactly the document shown here. These files are kept.</p>
        </DecisionForm>
      )}
      {state === 'exported' && (
        <DecisionForm
          id="filed"
          actions={given === '' ? [] : [{ label: 'Mark as filed', run: act(acknowledge, 'Filed') }]}
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
            confirm="Download"
            onSubmit={download}
          >
            <p>It contains personal data. The audit log records each download.</p>
          </ReasonDialog>
        )}
        {state !== 'exported' && (
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
    </Section>
  )
}
