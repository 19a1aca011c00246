import { findCountry, formatPhone, type CountryCode, type IdentityUser, type Profile } from '@sesa/contract'
import { formatCalendarDate, initialOf } from '@sesa/ui/format.ts'
import { ButtonLink, TextLink } from '@sesa/ui/button.tsx'
import { Card, Facts, type Fact } from '@sesa/ui/layout/card.tsx'
import { Flag } from '@sesa/ui/art/flag.tsx'
import { UserIcon } from '@sesa/ui/art/icons.tsx'
import { Page } from '@sesa/ui/layout/page.tsx'
import { noWrap } from '@sesa/ui/layout/no-wrap.tsx'
import { paths } from '../../lib/paths.ts'
import { useSession } from '../../lib/session/session.ts'
import { EmailState } from './email-state.tsx'
import { OfflineNotice } from './offline-notice.tsx'

const GENDERS = { female: 'Female', male: 'Male' } as const

/** Shows the customer's profile. Offline, it shows the details from the sign-in, read-only. */
export function ProfilePage() {
  const { user, profile, offline } = useSession()
  const name = profile?.name ?? user?.displayName ?? null
  const email = profile?.email ?? user?.email ?? null

  return (
    <Page title="Profile">
      {offline && <OfflineNotice />}
      {profile && <EmailState profile={profile} />}
      <Card className="flex flex-col gap-8">
        <div className="flex items-center gap-5">
          <span
            aria-hidden="true"
            className="flex size-18 shrink-0 items-center justify-center rounded-full bg-accent text-3xl font-extrabold text-on-accent"
          >
            {name === null ? <UserIcon className="size-9" /> : initialOf(name)}
          </span>
          <div className="min-w-0 flex-1">
            <p className="text-2xl font-bold">{name ?? 'We couldn’t load your name'}</p>
            {email !== null && <p className="text-lg text-muted">{noWrap(email)}</p>}
          </div>
        </div>
        {user && <Facts facts={factsOf(user, profile)} />}
        {!offline && (
          <ButtonLink href={paths.editProfile} className="sm:self-start">
            Edit Profile
          </ButtonLink>
        )}
      </Card>
      {!offline && (
        <Card className="flex flex-col gap-4">
          <h2 className="text-2xl">Sender details</h2>
          <p className="text-muted">
            Some networks require your nationality, address and ID. Add or change them here, or when you send
            money.
          </p>
          <ButtonLink href={paths.senderDetails} variant="secondary" className="sm:self-start">
            Sender details
          </ButtonLink>
        </Card>
      )}
      {!offline && (
        <p>
          <TextLink href={paths.agreements} className="inline-flex min-h-12 items-center">
            Agreements
          </TextLink>
        </p>
      )}
    </Page>
  )
}

function factsOf(user: IdentityUser, profile: Profile | null): Fact[] {
  const phone = profile?.phoneNumber ?? user.phoneNumber
  const { country, dob, gender } = profile ?? {}
  return [
    ...(phone ? [{ key: 'phone', label: 'Phone number', value: formatPhone(phone) }] : []),
    ...(country ? [{ key: 'country', label: 'Country', value: <CountryName country={country} /> }] : []),
    ...(dob ? [{ key: 'dob', label: 'Date of birth', value: formatCalendarDate(dob) }] : []),
    ...(gender ? [{ key: 'gender', label: 'Gender', value: GENDERS[gender] }] : []),
  ]
}

function CountryName({ country }: { country: CountryCode }) {
  return (
    <span className="inline-flex items-baseline gap-2">
      <Flag country={country} className="self-center" />
      {findCountry(country)?.name}
    </span>
  )
}
