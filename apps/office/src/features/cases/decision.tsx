import { useState } from 'react'
import { isVisible } from '@sesa/contract'
import { officeCalls, type OfficeCasePage } from '@sesa/contract/office'
import type { Outcome } from '@sesa/ui/api/client.ts'
import { formatMoment } from '@sesa/ui/format.ts'
import type { Failure } from '@sesa/ui/api/http.ts'
import { Notice } from '@sesa/ui/feedback/notice.tsx'
import { RadioGroup } from '@sesa/ui/fields/radio-group.tsx'
import { TextArea } from '@sesa/ui/fields/text-area.tsx'
import { tryCall, useAct } from '../../lib/api.ts'
import { useMay, useMe } from '../../lib/session.ts'
import { readable } from '../../lib/words.ts'
import { DecisionForm } from '../../parts/decision-form.tsx'
import { useNextWork } from '../../parts/next-work.tsx'
import { Section } from '../../parts/section.tsx'
import { reasonsFor } from './marks.ts'

/** Returns a function that changes a case, shows the answer, and says so; after a decision, the next case opens. */
export function useCaseAct(number: string) {
  const act = useAct()
  const openNext = useNextWork()
  return (
    call: (reason: string) => Promise<Outcome<OfficeCasePage>>,
    said: string,
    { decides = false }: { decides?: boolean } = {},
  ) =>
    async (reason: string): Promise<Failure | null> => {
      const error = await act(call, {
        stores: ['cases', 'one', number],
        ...(decides ? { then: () => openNext('cases', said) } : { said, changes: [['work']] }),
      })(reason)
      // The page stays as it was read until the member reloads it: a second click must not decide unread changes.
      return error?.code === 'approval_outdated' ? { ...error, code: 'action_refused' } : error
    }
}

const LEAST = 10

/** Proposes a decision beside the facts. None is chosen beforehand. */
export function Propose({ page: { number, version, decisions, people, pending } }: { page: OfficeCasePage }) {
  const may = useMay()
  const act = useCaseAct(number)
  const [decision, setDecision] = useState('')
  const [exception, setException] = useState('')
  const [problem, setProblem] = useState<{ decision?: string; exception?: string }>({})
  const chosen = decisions.find((one) => one.decision === decision)
  if (!may('cases.decide') || decisions.length === 0) return null
  if (pending !== null && !pending.isOutdated) return null
  const needsException = chosen?.needsException === true
  const propose = async (reason: string): Promise<Failure | null> => {
    const wrong = {
      ...(chosen === undefined && { decision: 'Choose a decision.' }),
      ...(needsException &&
        !isVisible(exception, LEAST) && { exception: 'Enter the reason for not filing a report.' }),
    }
    setProblem(wrong)
    const [field] = Object.keys(wrong)
    if (field !== undefined) return { code: 'invalid_field', message: Object.values(wrong).join(' '), field }
    const body = { decision, reason, version, ...(needsException && { exception: exception.trim() }) }
    const call = () => tryCall(officeCalls.proposeCase, { params: { number }, body })
    return act(call, `${number} proposed`, { decides: true })(reason)
  }
  return (
    <Section title="Decision">
      <DecisionForm id="decision" reasons={reasonsFor(people)} actions={[{ label: 'Propose', run: propose }]}>
        <RadioGroup
          id="decisions"
          label="Decision"
          hideLabel
          value={decision}
          options={decisions.map(({ decision: value, means }) => ({
            ...{ value, label: readable(value), hint: means },
          }))}
          onChange={setDecision}
          error={problem.decision}
        />
        {needsException && (
          <>
            <Notice tone="warn">No report is filed for this case.</Notice>
            <TextArea
              id="exception"
              label="Exception"
              hint="Reason for not filing. Both members decide it, and the audit log records it."
              rows={2}
              value={exception}
              onChange={setException}
              error={problem.exception}
            />
          </>
        )}
      </DecisionForm>
      <p className="text-muted">
        Another member confirms within a day. Neither the customer nor support sees the reason.
      </p>
    </Section>
  )
}

/** The proposal that waits, on top of the page. */
export function Proposal({ pending }: Pick<OfficeCasePage, 'pending'>) {
  if (pending === null) return null
  const { decision, reason, exception, proposedBy, expiresAt, isOutdated } = pending
  return (
    <Section title={`${proposedBy} proposes “${readable(decision)}”`}>
      <p>
        {reason} <span className="text-muted">Until {formatMoment(expiresAt)}.</span>
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
    </Section>
  )
}

/** Another member’s answer to the proposal, beside the facts. */
export function Answer({ page: { number, version, pending } }: { page: OfficeCasePage }) {
  const me = useMe()
  const may = useMay()
  const act = useCaseAct(number)
  if (pending === null) return null
  const { proposedBy, isOutdated } = pending
  const isOwn = proposedBy === me.name
  if (isOwn || !may('cases.decide'))
    return isOutdated ? null : <p>Another member confirms {isOwn ? 'your' : 'the'} proposal.</p>
  const params = { number }
  const confirm = act(
    (said) => tryCall(officeCalls.confirmCase, { params, body: { reason: said, version } }),
    `${number} confirmed`,
    { decides: true },
  )
  const refuse = act(
    (said) => tryCall(officeCalls.refuseCase, { params, body: { reason: said } }),
    `${number} refused`,
    { decides: true },
  )
  return (
    <Section title="Your decision">
      <DecisionForm
        id="proposal"
        actions={[
          ...(isOutdated ? [] : [{ label: 'Confirm', run: confirm }]),
          { label: 'Refuse', variant: 'danger', run: refuse },
        ]}
      />
    </Section>
  )
}
