import type { BodyOf, calls, IdentityUser, Profile } from '@sesa/contract'
import * as v from 'valibot'
import { emailText } from '../../lib/email-schema.ts'

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
    email: emailText,
    dob: v.pipe(v.string(), v.nonEmpty('Enter your date of birth')),
    gender: v.picklist(['', 'male', 'female']),
  }),
  v.transform(({ gender, ...rest }): ProfileBody => (gender === '' ? rest : { ...rest, gender })),
)

/**
 * The form as it begins: what is known already, be it only from the sign-in. A changed address that waits for its
 * confirmation is the wanted one.
 */
export function valuesOf(profile: Profile | null, user: IdentityUser): ProfileValues {
  return {
    name: profile?.name ?? user.displayName ?? '',
    email: profile?.pendingEmail ?? profile?.email ?? user.email ?? '',
    dob: profile?.dob ?? '',
    gender: profile?.gender ?? '',
  }
}
