import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import * as v from 'valibot'
import { officeCalls, type Role } from '@sesa/contract/office'
import { useForm } from '@sesa/web/forms'
import { Button } from '@sesa/web/ui/button.tsx'
import { ErrorSummary } from '@sesa/web/ui/fields/error-summary.tsx'
import { TextArea } from '@sesa/web/ui/fields/text-area.tsx'
import { TextField } from '@sesa/web/ui/fields/text-field.tsx'
import { Dialog } from '@sesa/web/ui/overlay/dialog.tsx'
import { tryCall } from '../../lib/api.ts'
import { reasonSchema } from '../../lib/schemas.ts'
import { InvitationLink } from './invitation-link.tsx'
import { RoleChoice, rolesProblem } from './role-choice.tsx'

const schema = v.object({
  name: v.pipe(v.string(), v.trim(), v.minLength(1, 'Enter the member’s full name.'), v.maxLength(200)),
  email: v.pipe(v.string(), v.trim(), v.email('Enter an email address like name@example.com.')),
  reason: reasonSchema,
})

const FORM = 'invite-form'

/** Invites a member of staff, and shows their link once. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const client = useQueryClient()
  const [roles, setRoles] = useState<readonly Role[]>([])
  const [invited, setInvited] = useState<{ link: string; expiresAt: string } | null>(null)
  const form = useForm({
    schema,
    initial: { name: '', email: '', reason: '' },
    onSubmit: async (values) => {
      if (rolesProblem(roles) !== undefined) return null
      const { data, error } = await tryCall(officeCalls.inviteStaff, {
        body: { ...values, roles: [...roles] },
      })
      if (error) return error.code === 'member_exists' ? { ...error, field: 'email' } : error
      setInvited(data)
      await client.invalidateQueries({ queryKey: ['staff'] })
      return null
    },
  })
  const rolesError = form.attempt > 0 ? rolesProblem(roles) : undefined
  const summary = [
    ...form.summary,
    ...(rolesError === undefined ? [] : [{ id: 'roles', message: rolesError }]),
  ]
  return (
    <Dialog
      open
      title="Invite a member"
      closeLabel={invited ? 'Done' : 'Cancel'}
      busy={form.busy}
      onClose={onClose}
      actions={
        !invited && (
          <Button type="submit" form={FORM} busy={form.busy}>
            Invite
          </Button>
        )
      }
    >
      {invited ? (
        <InvitationLink {...invited} />
      ) : (
        <form
          id={FORM}
          noValidate
          onSubmit={(event) => void form.submit(event)}
          className="flex flex-col gap-4"
        >
          <ErrorSummary errors={summary} attempt={form.attempt} />
          <TextField label="Full name" autoComplete="off" spellCheck={false} {...form.field('name')} />
          <TextField label="Email" type="email" autoComplete="off" {...form.field('email')} />
          <RoleChoice id="roles" roles={roles} onChange={setRoles} error={rolesError} />
          <TextArea
            label="Reason"
            rows={2}
            hint="Such as the start of their job."
            {...form.field('reason')}
          />
        </form>
      )}
    </Dialog>
  )
}
