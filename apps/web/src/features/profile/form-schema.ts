import { ERRORS, type BodyOf, type Profile, type calls } from '@sesa/contract'
import * as v from 'valibot'
import { EMAIL_SHAPE } from '../../lib/email.ts'

type ProfileBody = BodyOf<typeof calls.putProfile>
type Gender = NonNullable<ProfileBody['gender']>

export interface ProfileValues extends Record<string, string> {
  name: string
  email: string
  dob: string
  gender: Gender | ''
}

const NAME_MAX = 100

/**
 * What can be said before the server is asked. Whether a name has letters, a date exists and a person is 18 is the
 * server's to judge, by its own calendar; its words land beside the same fields.
 */
export const profileSchema = v.pipe(
  v.object({
    name: v.pipe(
      v.string(),
      v.trim(),
      v.nonEmpty('Enter your full name'),
      v.maxLength(NAME_MAX, `Enter a name of at most ${NAME_MAX} characters`),
    ),
    email: v.pipe(
      v.string(),
      v.trim(),
      v.nonEmpty('Enter your e-mail address'),
      v.regex(EMAIL_SHAPE, ERRORS.email_invalid.message),
    ),
    dob: v.pipe(v.string(), v.nonEmpty('Enter your date of birth')),
    gender: v.picklist(['', 'male', 'female']),
  }),
  v.transform(({ gender, ...rest }): ProfileBody => (gender === '' ? rest : { ...rest, gender })),
)

/** The form as it begins: what is known already. A changed address that waits for its confirmation is the wanted one. */
export function valuesOf(profile: Profile | null): ProfileValues {
  return {
    name: profile?.name ?? '',
    email: profile?.pendingEmail ?? profile?.email ?? '',
    dob: profile?.dob ?? '',
    gender: profile?.gender ?? '',
  }
}
