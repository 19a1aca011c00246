import { mayCombine, ROLES, type Role } from '@sesa/contract/office'
import { Checkbox } from '@sesa/ui/fields/checkbox.tsx'
import { FieldError } from '@sesa/ui/fields/field.tsx'
import { ROLE_WORDS } from '../../lib/words.ts'

interface RoleChoiceProps {
  id: string
  roles: readonly Role[]
  onChange: (roles: Role[]) => void
  error?: string | undefined
}

/** A box for each role. */
export function RoleChoice({ id, roles, onChange, error }: RoleChoiceProps) {
  return (
    <fieldset aria-describedby={error === undefined ? undefined : `${id}-error`}>
      <legend className="font-semibold">Roles</legend>
      {error !== undefined && <FieldError id={id}>{error}</FieldError>}
      {ROLES.map((role, index) => (
        <Checkbox
          key={role}
          id={index === 0 ? id : `${id}-${role}`}
          label={ROLE_WORDS[role]}
          checked={roles.includes(role)}
          onChange={(checked) =>
            onChange(ROLES.filter((one) => (one === role ? checked : roles.includes(one))))
          }
        />
      ))}
    </fieldset>
  )
}

/** Returns what is wrong with a choice of roles, or undefined. */
export function rolesProblem(roles: readonly Role[]): string | undefined {
  if (roles.length === 0) return 'Choose at least one role.'
  return mayCombine(roles)
    ? undefined
    : 'An administrator can’t have other roles. Choose only Administrator, or leave it out.'
}
