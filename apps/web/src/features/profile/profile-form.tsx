import type { ReactNode } from 'react'
import {
  AGREEMENT_WORDS,
  calls,
  findCountry,
  formatPhone,
  type AgreementsDue,
  type Draft,
  type IdentityUser,
  type Profile,
} from '@sesa/contract'
import * as i18n from '@sesa/contract/i18n'
import type { BoundField } from '@sesa/ui/form.ts'
import { Button, ButtonRow, TextLink } from '@sesa/ui/button.tsx'
import { Checkbox } from '@sesa/ui/fields/checkbox.tsx'
import { Card } from '@sesa/ui/layout/card.tsx'
import { ErrorSummary } from '@sesa/ui/fields/error-summary.tsx'
import { RadioGroup } from '@sesa/ui/fields/radio-group.tsx'
import { TextField } from '@sesa/ui/fields/text-field.tsx'
import { acceptedOf } from '../../lib/agreements.ts'
import { tryCall } from '../../lib/api/api.ts'
import { paths } from '../../lib/paths.ts'
import { TermsLine } from '../../lib/terms-line.tsx'
import { useRememberedForm } from '../../lib/forms/remembered-form.ts'
import { useSession } from '../../lib/session/session.ts'
import { withStepUp } from '../../lib/session/step-up.ts'
import type { FormMemory } from '../../lib/forms/form-memory.ts'
import { profileSchema, tickedProfileSchema, valuesOf, type ProfileValues } from './form-schema.ts'

const GENDERS = [
  { value: 'female', label: i18n.t('Female') },
  { value: 'male', label: i18n.t('Male') },
  { value: '', label: i18n.t('Prefer not to say') },
] as const

interface ProfileFormProps {
  user: IdentityUser
  profile: Profile | null
  submitLabel: string
  /** Keeps typed values until they are saved. */
  keeper: FormMemory<ProfileValues>
  /** Values typed on an earlier visit. */
  typed?: Draft['profile'] | undefined
  /** Agreements given by submitting; none if the account is already open. */
  agreements?: AgreementsDue
  /** Called after the session has the new profile. */
  onSaved?: () => void
  /** Called when errors appear or disappear, for the page's title. */
  onErrors: (hasErrors: boolean) => void
  /** A link next to the submit button that leaves the form. */
  leave?: ReactNode
}

/** Renders the customer's own details and, above them, disabled, the fields fixed by the phone number. */
export function ProfileForm(props: ProfileFormProps) {
  const { user, profile, submitLabel, keeper, typed, agreements = [], onSaved, onErrors, leave } = props
  const { takeProfile, takeAgreements } = useSession()
  const wantsTick = agreements.some(({ document }) => document === 'esign')
  const form = useRememberedForm({
    keeper,
    uid: user.uid,
    onErrors,
    schema: wantsTick ? tickedProfileSchema : profileSchema,
    initial: { ...valuesOf(profile, user), ...typed },
    onSubmit: async (body) => {
      const accepted = acceptedOf(agreements)
      await keeper.pause?.()
      const { data, error } = await withStepUp(() =>
        tryCall(calls.putProfile, { body: { ...body, ...(accepted && { accepted }) } }),
      )
      if (error) return error
      keeper.forget()
      if (accepted) takeAgreements([])
      takeProfile(data.user)
      onSaved?.()
      return null
    },
  })
  const { summary } = form
  return (
    <form noValidate onSubmit={(event) => void form.submit(event)} className="flex flex-col gap-6">
      <ErrorSummary errors={summary} attempt={form.attempt} />
      <SettledFields user={user} profile={profile} />
      <Card className="flex flex-col gap-6">
        <TextField
          {...form.field('name')}
          label={i18n.t('Full name')}
          hint={i18n.t('Exactly as on your ID.')}
          autoComplete="name"
          spellCheck={false}
        />
        <TextField
          {...form.field('email')}
          label={i18n.t('Email address')}
          {...(profile?.emailVerified && { hint: i18n.t('We’ll email you to confirm a new address.') })}
          type="email"
          inputMode="email"
          autoComplete="email"
          spellCheck={false}
        />
        <TextField
          {...form.field('dob')}
          label={i18n.t('Date of birth')}
          hint={i18n.t('You must be 18 or over.')}
          type="date"
          autoComplete="bday"
        />
        <RadioGroup {...form.field('gender')} label={i18n.t('Gender')} options={GENDERS} optional inline />
      </Card>
      {wantsTick && <ElectronicReceipts {...form.field('esign')} />}
      {props.agreements && <TermsLine />}
      <ButtonRow>
        <Button type="submit" size="lg" busy={form.busy} busyLabel={i18n.t('Saving')}>
          {submitLabel}
        </Button>
        {leave}
      </ButtonRow>
    </form>
  )
}

/** Asks for the consent that United States law requires before paperless receipts. Never ticked in advance. */
function ElectronicReceipts({ id, value, onChange, error }: BoundField<string>) {
  return (
    <Card>
      <Checkbox
        id={id}
        label={AGREEMENT_WORDS.esign}
        checked={value !== ''}
        onChange={(ticked) => onChange(ticked ? 'yes' : '')}
      />
      {error !== undefined && <p className="font-semibold text-danger">{error}</p>}
      <p className="text-muted">
        <TextLink href={paths.electronicReceipts} target="_blank">
          {i18n.t('What you need, how to get paper, and how to change your mind')}
        </TextLink>
      </p>
    </Card>
  )
}

/** Renders the fields set by the verified phone number, which cannot be changed here: two lines that look like text. */
function SettledFields({ user, profile }: { user: IdentityUser; profile: Profile | null }) {
  const phone = profile?.phoneNumber ?? user.phoneNumber
  const country = profile?.country ?? null
  return (
    <div className="flex flex-col gap-1">
      <SettledField
        id="country"
        label={i18n.t('Country')}
        value={country === null ? '' : (findCountry(country)?.name ?? country)}
      />
      <SettledField
        id="phone"
        label={i18n.t('Phone number')}
        value={phone === null ? '' : formatPhone(phone)}
      />
      <p id="settled" className="text-muted">
        {i18n.t('Set by your phone number. You’ll pay in this country’s currency.')}
      </p>
    </div>
  )
}

function SettledField({ id, label, value }: { id: string; label: string; value: string }) {
  return (
    <div className="flex flex-wrap items-baseline gap-x-3">
      <label htmlFor={id} className="w-32 text-muted">
        {label}
      </label>
      <input
        {...{ id, value }}
        aria-describedby="settled"
        disabled
        className="w-0 min-w-[min(11rem,100%)] grow bg-transparent font-semibold text-ink tabular-nums opacity-100"
      />
    </div>
  )
}
