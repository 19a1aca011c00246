import * as v from 'valibot'
import { calls, type SignedIn } from '@sesa/contract'
import { api } from '../../lib/api/api.ts'
import { useForm } from '../../lib/forms/form.ts'
import { Button } from '../../ui/button.tsx'
import { PasswordField } from '../../ui/fields/password-field.tsx'

interface ByPasswordProps {
  email: string
  onProven: (signedIn: SignedIn) => void
}

const schema = v.object({ password: v.pipe(v.string(), v.nonEmpty('Enter your password')) })

/** The password of the account. */
export function ByPassword({ email, onProven }: ByPasswordProps) {
  const form = useForm({
    schema,
    initial: { password: '' },
    idPrefix: 'proof-',
    onSubmit: async ({ password }) => {
      const { data, error } = await api.post(calls.signInByEmail, { body: { email, password } })
      // The address is not in question: what was wrong is the one field.
      if (error) return { ...error, field: 'password' }
      onProven(data)
      return null
    },
  })
  return (
    <form noValidate onSubmit={(event) => void form.submit(event)} className="flex flex-col gap-6">
      {/* For password managers, which keep passwords by their address. */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <PasswordField {...form.field('password')} label="Your password" autoComplete="current-password" />
      <Button type="submit" full busy={form.busy} busyLabel="Checking">
        Confirm
      </Button>
    </form>
  )
}
