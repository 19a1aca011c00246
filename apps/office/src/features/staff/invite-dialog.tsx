import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import * as v from 'valibot'
import { officeCalls, type Approval, type Role } from '@sesa/contract/office'
import { useForm } from '@sesa/ui/form.ts'
import { TextField } from '@sesa/ui/fields/text-field.tsx'
import { tryCall } from '../../lib/api.ts'
import { reasonSchema } from '../../lib/schemas.ts'
import { RoleChoice, rolesProblem } from './role-choice.tsx'
import { ChangeFormDialog } from '../../parts/form-dialog.tsx'

const schema = v.object({
  name: v.pipe(v.string(), v.trim(), v.minLength(1, 'Enter the member’s full name.'), v.maxLength(200)),
  email: v.pipe(v.string(), v.trim(), v.email('Enter an email address like name@example.com.')),
  reason: reasonSchema,
})

interface InviteDialogProps {
  onClose: () => void
  onAsked: (approval: Approval) => void
}

/** Asks to invite a member of staff. The link goes to the member's own address. */
export function InviteDialog({ onClose, onAsked }: InviteDialogProps) {
  const client = useQueryClient()
  const [roles, setRoles] = useState<readonly Role[]>([])
  const form = useForm({
    schema,
    initial: { name: '', email: '', reason: '' },
    onSubmit: async (values) => {
      if (rolesProblem(roles) !== undefined) return null
      const { data, error } = await tryCall(officeCalls.inviteStaff, {
        body: { ...values, roles: [...roles] },
      })
      if (error) return error.code === 'member_exists' ? { ...error, field: 'email' } : error
      onAsked(data.approval)
      await client.invalidateQueries({ queryKey: ['approvals'] })
      return null
    },
  })
  const rolesError = form.attempt > 0 ? rolesProblem(roles) : undefined
  const summary = [
    ...form.summary,
    ...(rolesError === undefined ? [] : [{ id: 'roles', message: rolesError }]),
  ]
  return (
    <ChangeFormDialog
      title="Invite a member"
      confirm="Request approval"
      form={{ ...form, summary }}
      reason={form.field('reason')}
      hint="For example: new hire."
      onClose={onClose}
    >
      <p className="text-muted">After approval, we email the link to the member. You never see it.</p>
      <TextField label="Full name" autoComplete="off" spellCheck={false} {...form.field('name')} />
      <TextField label="Email" type="email" autoComplete="off" {...form.field('email')} />
      <RoleChoice id="roles" roles={roles} onChange={setRoles} error={rolesError} />
    </ChangeFormDialog>
  )
}
