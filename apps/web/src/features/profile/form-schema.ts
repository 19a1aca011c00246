import {
  birthDateProblem,
  ERRORS,
  readPersonName,
  type BodyOf,
  type calls,
  type IdentityUser,
  type Profile,
} from '@sesa/contract'
import * as v from 'valibot'
import * as i18n from '@sesa/contract/i18n'
import { serverNow } from '@sesa/ui/api/http.ts'
import { emailText } from '../../lib/forms/email-schema.ts'

type ProfileBody = BodyOf<typeof calls.putProfile>
type Gender = NonNullable<ProfileBody['gender']>

export interface ProfileValues extends Record<string, string> {
  name: string
  email: string
  dob: string
  gender: Gender | ''
  /** Consent to electronic receipts, for customers whose law requires it; `yes` or empty. */
  esign: string
}

const NAME_MAX = 100

const BIRTH_DATE_WORDS = {
  date_invalid: ERRORS.date_invalid.message,
  age_below_18: ERRORS.age_below_18.message,
}

/** Returns today's date by the server's clock (UTC), because the server decides the age. */
function today(): string {
  return new Date(serverNow()).toISOString().slice(0, 10)
}

/** Checks all fields at once: names and ages by the server's own rules, the age by the server's clock. */
const schemaWith = (esign: v.GenericSchema<string>) =>
  v.pipe(
    v.object({
      name: v.pipe(
        v.string(),
        v.trim(),
        v.nonEmpty(i18n.t('Enter your full name.')),
        v.maxLength(NAME_MAX, i18n.t('Enter a name of at most {count} characters.', { count: NAME_MAX })),
        v.rawCheck(({ dataset, addIssue }) => {
          const read =
            dataset.typed && dataset.value !== '' ? readPersonName(dataset.value) : { ok: true as const }
          if (!read.ok) addIssue({ message: read.message })
        }),
      ),
      email: emailText,
      dob: v.pipe(
        v.string(),
        v.nonEmpty(i18n.t('Enter your date of birth.')),
        v.rawCheck(({ dataset, addIssue }) => {
          if (!dataset.typed || dataset.value === '') return
          const problem = birthDateProblem(dataset.value, today())
          if (problem) addIssue({ message: BIRTH_DATE_WORDS[problem] })
        }),
      ),
      gender: v.picklist(['', 'male', 'female']),
      esign,
    }),
    v.transform(({ gender, esign: _, ...rest }): ProfileBody => (gender === '' ? rest : { ...rest, gender })),
  )

export const profileSchema = schemaWith(v.string())

/** For customers whose law requires consent to electronic receipts. */
export const tickedProfileSchema = schemaWith(
  v.pipe(v.string(), v.nonEmpty(i18n.t('Tick the box to get receipts on screen and by email.'))),
)

/**
 * Returns the form's initial values: all known data, even if only from the sign-in. A pending email change shows the
 * new address.
 */
export function valuesOf(profile: Profile | null, user: IdentityUser): ProfileValues {
  return {
    name: profile?.name ?? user.displayName ?? '',
    email: profile?.pendingEmail ?? profile?.email ?? user.email ?? '',
    dob: profile?.dob ?? '',
    gender: profile?.gender ?? '',
    esign: '',
  }
}
