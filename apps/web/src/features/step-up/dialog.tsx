import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { calls } from '@sesa/contract'
import * as i18n from '@sesa/contract/i18n'
import { useLoadState } from '@sesa/ui/load-state.ts'
import { Button } from '@sesa/ui/button.tsx'
import { Dialog } from '@sesa/ui/overlay/dialog.tsx'
import { LoadTrouble } from '@sesa/ui/feedback/load-trouble.tsx'
import { Skeleton } from '@sesa/ui/feedback/skeleton.tsx'
import { useForm } from '@sesa/ui/form.ts'
import { PasswordField } from '@sesa/ui/fields/password-field.tsx'
import { canUsePasskeys, signInByPasskey } from '../../lib/session/passkeys.ts'
import { useSession } from '../../lib/session/session.ts'
import { useSignInMethods, type SignInMethods } from '../../lib/session/sign-in-methods.ts'
import { replaceSession } from '../../lib/api/token.ts'
import { ByCode } from './by-code.tsx'
import { tryCall } from '../../lib/api/api.ts'

type Way = 'passkey' | 'password' | 'code'

const INSTEAD: Readonly<Record<Way, string>> = {
  passkey: i18n.t('Use a passkey instead'),
  password: i18n.t('Use your password instead'),
  code: i18n.t('Use a code by SMS instead'),
}

/** Asks the customer to sign in once more before an action that an intruder must not take. */
export default function StepUpDialog({ onDone }: { onDone: (proven: boolean) => void }) {
  const client = useQueryClient()
  const methods = useSignInMethods()
  const state = useLoadState(methods)
  const [chosen, setChosen] = useState<Way | null>(null)
  const { signOut } = useSession()
  const ways = methods.data ? waysOf(methods.data) : []
  const way = chosen ?? ways[0]

  const onProven = () => {
    // The step-up replaced the session: same customer, same profile.
    void client.invalidateQueries()
    onDone(true)
  }

  return (
    <Dialog
      open
      onClose={() => onDone(false)}
      title={i18n.t('Confirm it’s you')}
      closeLabel={i18n.t('Not now')}
    >
      <p className="text-muted">{i18n.t('You signed in a while ago, so please confirm it’s still you.')}</p>
      <LoadTrouble what={i18n.t('your ways to sign in')} state={state} />
      {state.loading && <Skeleton lines={3} />}
      {methods.data && ways.length === 0 && (
        <>
          <p>{i18n.t('To confirm it’s you, sign out and sign in again.')}</p>
          <Button full onClick={() => void signOut()}>
            {i18n.t('Sign out')}
          </Button>
        </>
      )}
      {way === 'passkey' && <ByPasskey onProven={onProven} />}
      {way === 'password' && <ByPassword email={methods.data?.email ?? ''} onProven={onProven} />}
      {way === 'code' && <ByCode phone={methods.data?.phoneNumber ?? ''} onProven={onProven} />}
      {ways
        .filter((other) => other !== way)
        .map((other) => (
          <Button key={other} variant="quiet" className="self-start" onClick={() => setChosen(other)}>
            {INSTEAD[other]}
          </Button>
        ))}
    </Dialog>
  )
}

/** Returns the customer's ways to step up, fastest first. */
function waysOf({ passkeys, password, email, emailVerified, phoneNumber }: SignInMethods): Way[] {
  return [
    ...(passkeys > 0 && canUsePasskeys() ? (['passkey'] as const) : []),
    // A password signs in only with a confirmed address.
    ...(password && email !== null && emailVerified ? (['password'] as const) : []),
    ...(phoneNumber === null ? [] : (['code'] as const)),
  ]
}

/** Steps up with a passkey of the account. */
function ByPasskey({ onProven }: { onProven: () => void }) {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)

  const use = async () => {
    setBusy(true)
    const { data, error } = await replaceSession(signInByPasskey)
    setBusy(false)
    if (data) onProven()
    else setFailure(error?.message ?? null)
  }

  return (
    <div className="flex flex-col gap-3">
      <Button full busy={busy} busyLabel={i18n.t('Waiting for you')} onClick={() => void use()}>
        {i18n.t('Use a passkey')}
      </Button>
      {failure !== null && (
        <p role="alert" className="font-semibold text-danger">
          {failure}
        </p>
      )}
    </div>
  )
}

import * as v from 'valibot'

interface ByPasswordProps {
  email: string
  onProven: () => void
}

const schema = v.object({ password: v.pipe(v.string(), v.nonEmpty(i18n.t('Enter your password.'))) })

/** Steps up with the account's password. */
function ByPassword({ email, onProven }: ByPasswordProps) {
  const form = useForm({
    schema,
    initial: { password: '' },
    idPrefix: 'proof-',
    onSubmit: async ({ password }) => {
      const { error } = await replaceSession(() =>
        tryCall(calls.signInByEmail, { body: { email, password } }),
      )
      // The address is fixed, so any error belongs to the password field.
      if (error) return { ...error, field: 'password' }
      onProven()
      return null
    },
  })
  return (
    <form noValidate onSubmit={(event) => void form.submit(event)} className="flex flex-col gap-6">
      {/* Password managers store a password under its username. */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        {...form.field('password')}
        label={i18n.t('Your password')}
        autoComplete="current-password"
      />
      <Button type="submit" full busy={form.busy} busyLabel={i18n.t('Checking')}>
        {i18n.t('Confirm')}
      </Button>
    </form>
  )
}
