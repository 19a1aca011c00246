import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import * as v from 'valibot'
import { calls, ERRORS, normalPassword } from '@sesa/contract'
import * as i18n from '@sesa/contract/i18n'
import { rich } from '@sesa/ui/rich.tsx'
import { useForm } from '@sesa/ui/form.ts'
import { Button, TextLink } from '@sesa/ui/button.tsx'
import { Card } from '@sesa/ui/layout/card.tsx'
import { ErrorSummary } from '@sesa/ui/fields/error-summary.tsx'
import { PasswordField } from '@sesa/ui/fields/password-field.tsx'
import { useToast } from '@sesa/ui/feedback/toast.tsx'
import { tryCall } from '../../lib/api/api.ts'
import { newPassword } from '../../lib/forms/password-schema.ts'
import { strengthOf } from '../../lib/forms/password-strength.ts'
import { paths } from '../../lib/paths.ts'
import { useSession } from '../../lib/session/session.ts'
import { METHODS_KEY, useSignInMethods } from '../../lib/session/sign-in-methods.ts'
import { withStepUp } from '../../lib/session/step-up.ts'
import { Section } from './section.tsx'
import { DEVICES_KEY } from './use-devices.ts'

/** Sets the first password, or changes the existing one. */
export function PasswordSection() {
  const methods = useSignInMethods()
  const [saved, setSaved] = useState(0)
  const client = useQueryClient()
  const toast = useToast()
  if (!methods.data) return null
  const { password: exists } = methods.data

  const onSaved = () => {
    toast(exists ? i18n.t('Password changed') : i18n.t('Password set'))
    void client.invalidateQueries({ queryKey: METHODS_KEY })
    void client.invalidateQueries({ queryKey: DEVICES_KEY })
    setSaved(saved + 1)
  }

  return (
    <Section
      title={exists ? i18n.t('Change password') : i18n.t('Set a password')}
      lead={
        exists
          ? i18n.t('Your other devices are signed out.')
          : i18n.t('Lets you sign in by email if you can’t receive texts.')
      }
    >
      <Card className="flex flex-col gap-6">
        <PasswordForm key={saved} exists={exists} onSaved={onSaved} />
        {exists && <Forgotten />}
      </Card>
    </Section>
  )
}

const typed = v.pipe(v.string(), v.nonEmpty(i18n.t('Enter your current password.')))

function PasswordForm({ exists, onSaved }: { exists: boolean; onSaved: () => void }) {
  const { profile, user } = useSession()
  const form = useForm({
    schema: v.object({ current: exists ? typed : v.string(), new: newPassword, confirm: v.string() }),
    initial: { current: '', new: '', confirm: '' },
    idPrefix: 'password-',
    onSubmit: async ({ current, ...rest }) => {
      if (normalPassword(rest.confirm) !== normalPassword(rest.new))
        return { code: 'password_mismatch', field: 'confirm', message: ERRORS.password_mismatch.message }
      const body = { ...rest, ...(exists && { current }) }
      const { error } = await withStepUp(() => tryCall(calls.putPassword, { body }))
      if (error) return error
      onSaved()
      return null
    },
  })
  const { values } = form
  const strength = strengthOf(values.new, [profile?.name, profile?.email ?? user?.email])

  return (
    <form noValidate onSubmit={(event) => void form.submit(event)} className="flex flex-col gap-6">
      <ErrorSummary errors={form.summary} attempt={form.attempt} />
      {/* Password managers store a password under its username. */}
      <input
        type="text"
        name="username"
        autoComplete="username"
        value={profile?.email ?? ''}
        readOnly
        hidden
      />
      {exists && (
        <PasswordField
          {...form.field('current')}
          label={i18n.t('Current password')}
          autoComplete="current-password"
        />
      )}
      <PasswordField
        {...form.field('new')}
        label={i18n.t('New password')}
        autoComplete="new-password"
        strength={strength}
      />
      <PasswordField
        {...form.field('confirm')}
        label={i18n.t('Confirm new password')}
        autoComplete="new-password"
      />
      <Button type="submit" busy={form.busy} busyLabel={i18n.t('Saving')} className="sm:self-start">
        {exists ? i18n.t('Change password') : i18n.t('Set password')}
      </Button>
    </form>
  )
}

/** Offers the spec's way, to contact support, and the faster one by email. */
function Forgotten() {
  const { config } = useSession()
  const support = config?.support
  return (
    <p className="text-muted">
      {rich(
        i18n.t(
          'If you have forgotten your password, contact support<part/> or <link>choose a new one by email</link>.',
        ),
        {
          part: support && (
            <>
              {' '}
              (
              <TextLink href={`tel:${support.phone.replace(/\s/g, '')}`} className="inline-block">
                {support.phone}
              </TextLink>
              , <TextLink href={`mailto:${support.email}`}>{support.email}</TextLink>)
            </>
          ),
          link: (text) => <TextLink href={paths.forgotPassword}>{text}</TextLink>,
        },
      )}
    </p>
  )
}
