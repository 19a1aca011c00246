import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { isVisible } from '@sesa/contract'
import { officeCalls, type OfficeCasePage } from '@sesa/contract/office'
import type { Outcome } from '@sesa/ui/api/client.ts'
import { formatMoment } from '@sesa/ui/format.ts'
import type { Failure } from '@sesa/ui/api/http.ts'
import { ButtonLink, ButtonRow } from '@sesa/ui/button.tsx'
import { Notice } from '@sesa/ui/feedback/notice.tsx'
import { useToast } from '@sesa/ui/feedback/toast.tsx'
import { TextArea } from '@sesa/ui/fields/text-area.tsx'
import { tryCall } from '../../lib/api.ts'
import { paths } from '../../lib/paths.ts'
import { useMay, useMe } from '../../lib/session.ts'
import { readable } from '../../lib/words.ts'
import { ReasonDialog } from '../../parts/reason-dialog.tsx'
import { Section } from '../../parts/section.tsx'

type Act = (
  call: (reason: string) => Promise<Outcome<OfficeCasePage>>,
  said: string,
) => (reason: string) => Promise<Failure | null>

/** The actions on a case: assign, note, report, propose a decision, confirm another member's. */
export function Work({ page }: { page: OfficeCasePage }) {
  const me = useMe()
  const may = useMay()
  const client = useQueryClient()
  const toast = useToast()
  const { number, owner, pending, people } = page
  if (!may('cases.decide')) return null
  const act: Act = (call, said) => async (reason) => {
    const { data, error } = await call(reason)
    // The page stays as it was read until the member reloads it: a second click must not decide unread changes.
    if (error) return error.code === 'approval_outdated' ? { ...error, code: 'action_refused' } : error
    client.setQueryData(['cases', 'one', number], data)
    toast(said)
    await client.invalidateQueries({ queryKey: ['work'] })
    return null
  }
  const [account] = people.flatMap(({ customer }) => customer ?? [])
  const input = (reason: string) => ({ params: { number }, body: { reason } })
  return (
    <>
      <Section title="Actions">
        <ButtonRow>
          {owner !== me.name && (
            <ReasonDialog
              label="Assign to me"
              title="Assign this case to you?"
              confirm="Assign to me"
              onSubmit={act((reason) => tryCall(officeCalls.takeCase, input(reason)), 'Case assigned to you')}
            >
              <p>You become the owner. Other members see it.</p>
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
        </ButtonRow>
      </Section>
      <Section title="Decision">
        {pending !== null && <Proposal {...{ page, pending, act }} />}
        {(pending === null || pending.isOutdated) && <Decisions {...{ page, act }} />}
      </Section>
    </>
  )
}

function Decisions({ page: { number, version, decisions }, act }: { page: OfficeCasePage; act: Act }) {
  return (
    <>
      <p>
        You propose; another member confirms within a day. Neither the customer nor support sees the reason.
      </p>
      <ul className="flex flex-col gap-4">
        {decisions.map(({ decision, means, needsException }) => {
          const propose = (reason: string, exception?: string) =>
            tryCall(officeCalls.proposeCase, {
              params: { number },
              body: { decision, reason, version, ...(exception !== undefined && { exception }) },
            })
          return (
            <li key={decision} className="flex flex-wrap items-center justify-between gap-3">
              <span>
                <span className="font-semibold">{readable(decision)}</span>: {means}
              </span>
              {needsException ? (
                <WithoutReport {...{ means, act, propose }} />
              ) : (
                <ReasonDialog
                  label={`Propose ${readable(decision).toLowerCase()}`}
                  title={`Propose “${readable(decision)}”?`}
                  confirm="Propose"
                  onSubmit={act(propose, 'Proposed')}
                >
                  <p>{means}</p>
                </ReasonDialog>
              )}
            </li>
          )
        })}
      </ul>
    </>
  )
}

interface WithoutReportProps {
  means: string
  act: Act
  propose: (reason: string, exception: string) => Promise<Outcome<OfficeCasePage>>
}

const LEAST = 10

/** Proposes to end a case of which no report is filed: the exception says why. */
function WithoutReport({ means, act, propose }: WithoutReportProps) {
  const [exception, setException] = useState('')
  const [problem, setProblem] = useState<string>()
  const submit = (reason: string) => {
    const wrong = isVisible(exception, LEAST) ? undefined : 'Enter the reason for not filing a report.'
    setProblem(wrong)
    if (wrong !== undefined)
      return Promise.resolve<Failure>({ code: 'invalid_field', message: wrong, field: 'exception' })
    return act((said) => propose(said, exception.trim()), 'Proposed')(reason)
  }
  return (
    <ReasonDialog
      label="Propose reported"
      title="Propose “Reported” without a report?"
      confirm="Propose"
      onSubmit={submit}
    >
      <p>{means}</p>
      <Notice tone="warn">No report is filed for this case.</Notice>
      <TextArea
        id="exception"
        label="Exception"
        hint="Reason for not filing. Both members decide it, and the audit log records it."
        rows={3}
        value={exception}
        onChange={setException}
        {...(problem !== undefined && { error: problem })}
      />
    </ReasonDialog>
  )
}

interface ProposalProps {
  page: OfficeCasePage
  pending: NonNullable<OfficeCasePage['pending']>
  act: Act
}

function Proposal({ page: { number, version }, pending, act }: ProposalProps) {
  const me = useMe()
  const { decision, reason, exception, proposedBy, expiresAt, isOutdated } = pending
  return (
    <>
      <p>
        {proposedBy} proposes “{readable(decision)}” until {formatMoment(expiresAt)}: {reason}
      </p>
      {exception !== null && (
        <Notice tone="warn" title="No report is filed for this case">
          {exception}
        </Notice>
      )}
      {isOutdated && (
        <Notice tone="warn" title="The case has changed">
          This can’t be confirmed any more. Review the evidence and propose again.
        </Notice>
      )}
      {proposedBy === me.name ? (
        !isOutdated && <p>Another member confirms your proposal.</p>
      ) : (
        <ButtonRow>
          {!isOutdated && (
            <ReasonDialog
              label="Confirm"
              variant="primary"
              title="Confirm this decision?"
              confirm="Confirm"
              onSubmit={act(
                (said) =>
                  tryCall(officeCalls.confirmCase, { params: { number }, body: { reason: said, version } }),
                'Confirmed',
              )}
            >
              <p>It takes effect immediately.</p>
            </ReasonDialog>
          )}
          <ReasonDialog
            label="Refuse"
            variant="danger"
            title="Refuse this proposal?"
            confirm="Refuse"
            onSubmit={act(
              (said) => tryCall(officeCalls.refuseCase, { params: { number }, body: { reason: said } }),
              'Refused',
            )}
          />
        </ButtonRow>
      )}
    </>
  )
}
