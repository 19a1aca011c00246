import { useState, type ReactNode } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { calls, formatPhone } from '@sesa/contract'
import * as i18n from '@sesa/contract/i18n'
import type { Failure } from '@sesa/ui/api/http.ts'
import { useLoadState } from '@sesa/ui/load-state.ts'
import { Button, TextLink } from '@sesa/ui/button.tsx'
import { Card } from '@sesa/ui/layout/card.tsx'
import { LoadTrouble } from '@sesa/ui/feedback/load-trouble.tsx'
import { Skeleton } from '@sesa/ui/feedback/skeleton.tsx'
import { useToast } from '@sesa/ui/feedback/toast.tsx'
import { noWrap } from '@sesa/ui/layout/no-wrap.tsx'
import { tryCall } from '../../lib/api/api.ts'
import { usePreparedIdentity, type Identity } from '../../lib/session/identity.ts'
import { paths } from '../../lib/paths.ts'
import { METHODS_KEY, useSignInMethods, type SignInMethods } from '../../lib/session/sign-in-methods.ts'
import { withStepUp } from '../../lib/session/step-up.ts'
import { renewToken } from '../../lib/api/token.ts'
import { Section } from './section.tsx'

/** Lists the ways to sign in to this account, each with its actions. */
export function WaysIn() {
  const methods = useSignInMethods()
  const state = useLoadState(methods)
  return (
    <Section title={i18n.t('How you sign in')}>
      <LoadTrouble what={i18n.t('your ways to sign in')} state={state} />
      <Card>
        {state.loading && <Skeleton lines={4} />}
        {methods.data && <Ways methods={methods.data} />}
      </Card>
    </Section>
  )
}

function Ways({ methods }: { methods: SignInMethods }) {
  const { byGoogle } = usePreparedIdentity()
  const { phoneNumber, email, emailVerified, pendingEmail } = methods
  return (
    <ul className="flex flex-col divide-y divide-line">
      <Way name={i18n.t('Phone number')}>
        {phoneNumber === null
          ? i18n.t('Not added')
          : i18n.t('We send a code to {phoneNumber}.', { phoneNumber: formatPhone(phoneNumber) })}
      </Way>
      <Way
        name={i18n.t('Email address')}
        action={
          <TextLink href={paths.editProfile} className="py-3">
            {email === null ? i18n.t('Add') : i18n.t('Change')}
            <span className="sr-only"> {i18n.t('your email address')}</span>
          </TextLink>
        }
      >
        {email === null
          ? i18n.t('Not added')
          : emailVerified
            ? i18n.t('{email}, confirmed', { email })
            : i18n.t('{email}, not confirmed yet', { email })}
        {pendingEmail !== null && `. ${i18n.t('Confirm {pendingEmail} to use it.', { pendingEmail })}`}
      </Way>
      {byGoogle && <GoogleWay isLinked={methods.google} signInByGoogle={byGoogle} />}
    </ul>
  )
}

interface WayProps {
  name: string
  action?: ReactNode
  children: ReactNode
}

function Way({ name, action, children }: WayProps) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 py-3 first:pt-0 last:pb-0">
      <div className="min-w-0">
        <p className="font-semibold">{name}</p>
        <p className="wrap-anywhere text-muted">{noWrap(children)}</p>
      </div>
      {action}
    </li>
  )
}

interface GoogleWayProps {
  isLinked: boolean
  signInByGoogle: NonNullable<Identity['byGoogle']>
}

function GoogleWay({ isLinked, signInByGoogle }: GoogleWayProps) {
  const client = useQueryClient()
  const toast = useToast()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)

  const add = async () => {
    const { data, error } = await signInByGoogle('add')
    if (data) renewToken(data)
    return error
  }
  const remove = async () => (await withStepUp(() => tryCall(calls.removeGoogle, {}))).error
  const press = async () => {
    setBusy(true)
    const error = await (isLinked ? remove() : add())
    setFailure(error ?? null)
    if (!error) {
      await client.invalidateQueries({ queryKey: METHODS_KEY })
      toast(isLinked ? i18n.t('Google removed') : i18n.t('Google added'))
    }
    setBusy(false)
  }

  return (
    <Way
      name={i18n.t('Google')}
      action={
        <Button variant="secondary" busy={busy} onClick={() => void press()}>
          {isLinked ? i18n.t('Remove Google') : i18n.t('Add Google')}
        </Button>
      }
    >
      {isLinked ? i18n.t('Added. You can sign in with Google.') : i18n.t('Not added')}
      {failure && (
        <span role="alert" className="block font-semibold text-danger">
          {failure.message}
        </span>
      )}
    </Way>
  )
}
