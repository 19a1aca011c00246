import type { ReactNode } from 'react'
import { calls, findCountry, formatPhone, type IdentityUser, type Profile } from '@sesa/contract'
import { api } from '../../lib/api/api.ts'
import { useRememberedForm } from '../../lib/forms/remembered-form.ts'
import { useSession } from '../../lib/session/session.ts'
import { withStepUp } from '../../lib/session/step-up.ts'
import { Button, ButtonRow } from '../../ui/button.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { ErrorSummary } from '../../ui/fields/error-summary.tsx'
import { RadioGroup } from '../../ui/fields/radio-group.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { profileSchema, valuesOf } from './form-schema.ts'
import { profileFormMemory } from './form-memory.ts'

const GENDERS = [
  { value: 'female', label: 'Female' },
  { value: 'male', label: 'Male' },
  { value: '', label: 'Prefer not to say' },
] as const

interface ProfileFormProps {
  user: IdentityUser
  profile: Profile | null
  submitLabel: string
  /** Called after the session has the new profile. */
  onSaved?: () => void
  /** Called when errors appear or disappear, for the page's title. */
  onErrors: (hasErrors: boolean) => void
  /** A link beside the submit button that leaves the form. */
  leave?: ReactNode
}

/** The customer's own details; below them, disabled, the fields fixed by the phone number. */
export function ProfileForm(props: ProfileFormProps) {
  const { user, profile, submitLabel, onSaved, onErrors, leave } = props
  const { takeProfile } = useSession()
  const form = useRememberedForm({
    keeper: profileFormMemory,
    uid: user.uid,
    onErrors,
    schema: profileSchema,
    initial: valuesOf(profile, user),
    onSubmit: async (body) => {
      const { data, error } = await withStepUp(() => api.put(calls.putProfile, { body }))
      if (error) return error
      profileFormMemory.forget()
      takeProfile(data.user)
      onSaved?.()
      return null
    },
  })
  const { summary } = form
  return (
    <form noValidate onSubmit={(event) => void form.submit(event)} className="flex flex-col gap-6">
      <ErrorSummary errors={summary} attempt={form.attempt} />
      <Card className="flex flex-col gap-6">
        <TextField
          {...form.field('name')}
          label="Full name"
          hint="Exactly as on your ID."
          autoComplete="name"
          spellCheck={false}
        />
        <TextField
          {...form.field('email')}
          label="Email address"
          {...(profile?.emailVerified && { hint: 'We’ll email you to confirm a new address.' })}
          type="email"
          inputMode="email"
          autoComplete="email"
          spellCheck={false}
        />
        <TextField
          {...form.field('dob')}
          label="Date of birth"
          hint="You must be 18 or over."
          type="date"
          autoComplete="bday"
        />
        <RadioGroup {...form.field('gender')} label="Gender" options={GENDERS} optional inline />
      </Card>
      <Card className="flex flex-col gap-6">
        <SettledFields user={user} profile={profile} />
      </Card>
      <ButtonRow>
        <Button type="submit" size="lg" busy={form.busy} busyLabel="Saving">
          {submitLabel}
        </Button>
        {leave}
      </ButtonRow>
    </form>
  )
}

/** Fields that came with the verified phone number and cannot be changed here. */
function SettledFields({ user, profile }: { user: IdentityUser; profile: Profile | null }) {
  const phone = profile?.phoneNumber ?? user.phoneNumber ?? ''
  const country = profile?.country ?? null
  return (
    <>
      <TextField
        id="country"
        label="Country"
        hint="Set by your phone number. You’ll pay in this country’s currency."
        value={country === null ? '' : (findCountry(country)?.name ?? country)}
        onChange={() => undefined}
        disabled
      />
      <TextField
        id="phone"
        label="Phone number"
        value={phone === '' ? '' : formatPhone(phone)}
        onChange={() => undefined}
        disabled
      />
    </>
  )
}
