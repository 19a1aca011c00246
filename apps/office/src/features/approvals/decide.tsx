import { officeCalls, PERMISSIONS, type Approval } from '@sesa/contract/office'
import type { Outcome } from '@sesa/ui/api/client.ts'
import { Notice } from '@sesa/ui/feedback/notice.tsx'
import { useToast } from '@sesa/ui/feedback/toast.tsx'
import { tryCall, useCall, useAct } from '../../lib/api.ts'
import { useMe } from '../../lib/session.ts'
import { anyOf, ROLE_WORDS } from '../../lib/words.ts'
import { DecisionForm } from '../../parts/decision-form.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { useNextWork } from '../../parts/next-work.tsx'
import { SandboxNotice } from '../../parts/sandbox-notice.tsx'
import { Section } from '../../parts/section.tsx'

/** The decision about a request that waits, below what one should know first. */
export function Decide({ approval }: { approval: Approval }) {
  const { id } = approval
  const caution = useCall(['approvals', 'caution', id], officeCalls.showCaution, { params: { id } })
  return (
    <Loaded query={caution} what="the warnings">
      {({ warnings, confirm }) => (
        <>
          {warnings.length > 0 && (
            <Notice
              tone={confirm === null ? 'warn' : 'error'}
              title={confirm === null ? 'Check again' : 'Unusual values'}
            >
              {warnings.map((warning) => (
                <p key={warning}>{warning}</p>
              ))}
            </Notice>
          )}
          <Form approval={approval} confirm={confirm} />
        </>
      )}
    </Loaded>
  )
}

function Form({ approval, confirm }: { approval: Approval; confirm: string | null }) {
  const me = useMe()
  const act = useAct()
  const toast = useToast()
  const openNext = useNextWork()
  const { id, maker, mayDecide, permission } = approval
  const decide = (
    call: (note: string, confirmed: string | undefined) => Promise<Outcome<Approval>>,
    said: 'Approved' | 'Rejected' | 'Withdrawn',
  ) =>
    act(call, {
      stores: ['approvals', 'one', id],
      then: ({ state }) => {
        if (state === 'failed') return toast('Approved, but it failed')
        return said === 'Withdrawn' ? toast(said) : openNext('approvals', said)
      },
      changes: [['approvals', 'list'], ['work'], ['transfer']],
    })
  const params = { id }
  const reject = decide((note) => tryCall(officeCalls.reject, { params, body: { note } }), 'Rejected')
  const withdraw = decide((note) => tryCall(officeCalls.withdraw, { params, body: { note } }), 'Withdrawn')
  const approve = decide(
    (note, confirmed) =>
      tryCall(officeCalls.approve, {
        params,
        body: { note, ...(confirmed !== undefined && { confirmed }) },
      }),
    'Approved',
  )
  if (maker.id === me.id)
    return (
      <Section title="Your own request">
        <p>Another member decides this. You can withdraw it.</p>
        <SandboxNotice />
        <DecisionForm
          id="own"
          field="Note"
          actions={[{ label: 'Withdraw', variant: 'secondary', run: withdraw }]}
        />
      </Section>
    )
  if (!mayDecide) return <Notice>{decidersOf(permission)}</Notice>
  return (
    <Section title="Your decision">
      {approval.about.link?.page === 'transfer' && (
        <p className="text-muted">
          The card provider or the carrier may still refuse it. The request then fails and shows the reason.
        </p>
      )}
      <DecisionForm
        id="decide"
        field="Note"
        {...(confirm !== null && { typed: confirm })}
        actions={[
          { label: 'Approve', run: approve },
          { label: 'Reject', variant: 'danger', run: reject },
        ]}
      />
      <p className="text-muted">
        Approved, it runs within seconds, exactly as shown here. {maker.name} can read your note.
      </p>
    </Section>
  )
}

function decidersOf(permission: Approval['permission']): string {
  const { approvers = [] }: { approvers?: readonly (keyof typeof ROLE_WORDS)[] } = PERMISSIONS[permission]
  return `Your roles can’t decide this. Approvers: ${anyOf(approvers.map((role) => ROLE_WORDS[role]))}.`
}
