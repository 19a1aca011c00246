import { useQuery, useQueryClient } from '@tanstack/react-query'
import { officeCalls, PERMISSIONS, type Approval } from '@sesa/contract/office'
import type { Outcome } from '@sesa/ui/api/client.ts'
import type { Failure } from '@sesa/ui/api/http.ts'
import { ButtonRow } from '@sesa/ui/button.tsx'
import { Notice } from '@sesa/ui/feedback/notice.tsx'
import { useToast } from '@sesa/ui/feedback/toast.tsx'
import { callOffice, tryCall } from '../../lib/api.ts'
import { useMe } from '../../lib/session.ts'
import { anyOf, ROLE_WORDS } from '../../lib/words.ts'
import { Loaded } from '../../parts/loaded.tsx'
import { ReasonDialog } from '../../parts/reason-dialog.tsx'
import { SandboxNotice } from '../../parts/sandbox-notice.tsx'
import { Section } from '../../parts/section.tsx'

/** The decision about a request that waits, below what one should know first. */
export function Decide({ approval }: { approval: Approval }) {
  const { id } = approval
  const caution = useQuery({
    queryKey: ['approvals', 'caution', id],
    queryFn: ({ signal }) => callOffice(officeCalls.showCaution, { params: { id }, signal }),
  })
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
          <Buttons approval={approval} confirm={confirm} />
        </>
      )}
    </Loaded>
  )
}

function Buttons({ approval, confirm }: { approval: Approval; confirm: string | null }) {
  const me = useMe()
  const client = useQueryClient()
  const toast = useToast()
  const { id, maker, mayDecide, permission } = approval
  const decide =
    (call: (note: string, confirmed: string | undefined) => Promise<Outcome<Approval>>, said: string) =>
    async (note: string, confirmed: string | undefined): Promise<Failure | null> => {
      const { data, error } = await call(note, confirmed)
      if (error) return error
      client.setQueryData(['approvals', 'one', id], data)
      toast(data.state === 'failed' ? 'Approved, but it failed' : said)
      await Promise.all([
        client.invalidateQueries({ queryKey: ['approvals', 'list'] }),
        client.invalidateQueries({ queryKey: ['transfer'] }),
        client.invalidateQueries({ queryKey: ['holds'] }),
      ])
      return null
    }
  const input = (note: string) => ({ params: { id }, body: { note } })

  if (maker.id === me.id)
    return (
      <Section title="Your own request">
        <p>Another member decides this. You can withdraw it.</p>
        <SandboxNotice />
        <div>
          <ReasonDialog
            label="Withdraw"
            title="Withdraw this request?"
            confirm="Withdraw"
            field="Note"
            onSubmit={decide((note) => tryCall(officeCalls.withdraw, input(note)), 'Withdrawn')}
          />
        </div>
      </Section>
    )
  if (!mayDecide) return <Notice>{decidersOf(permission)}</Notice>
  const approve = (text: string, confirmed: string | undefined) => {
    const body = { note: text, ...(confirmed !== undefined && { confirmed }) }
    return tryCall(officeCalls.approve, { params: { id }, body })
  }
  return (
    <Section title="Your decision">
      <p>Check the details. If in doubt, open the record.</p>
      {approval.about.link?.page === 'transfer' && (
        <p className="text-muted">
          The card provider or the carrier may still refuse it. The request then fails and shows the reason.
        </p>
      )}
      <ButtonRow>
        <ReasonDialog
          label="Approve"
          variant="primary"
          title="Approve this request?"
          confirm="Approve"
          field="Note"
          {...(confirm !== null && { typed: confirm })}
          onSubmit={decide(approve, 'Approved')}
        >
          <p>It runs within seconds, exactly as shown here.</p>
        </ReasonDialog>
        <ReasonDialog
          label="Reject"
          variant="danger"
          title="Reject this request?"
          confirm="Reject"
          field="Note"
          onSubmit={decide((note) => tryCall(officeCalls.reject, input(note)), 'Rejected')}
        >
          <p>{maker.name} can read your note and make a new request.</p>
        </ReasonDialog>
      </ButtonRow>
    </Section>
  )
}

function decidersOf(permission: Approval['permission']): string {
  const { approvers = [] }: { approvers?: readonly (keyof typeof ROLE_WORDS)[] } = PERMISSIONS[permission]
  return `Your roles can’t decide this. Approvers: ${anyOf(approvers.map((role) => ROLE_WORDS[role]))}.`
}
