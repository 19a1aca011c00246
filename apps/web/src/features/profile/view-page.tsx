import { findCountry, formatPhone, type CountryCode, type Profile } from '@sesa/contract'
import * as i18n from '@sesa/contract/i18n'
import { formatCalendarDate, initialOf } from '@sesa/ui/format.ts'
import { ButtonLink } from '@sesa/ui/button.tsx'
import { Card, Facts, type Fact } from '@sesa/ui/layout/card.tsx'
import { Flag } from '@sesa/ui/art/flag.tsx'
import { UserIcon } from '@sesa/ui/art/icons.tsx'
import { Page } from '@sesa/ui/layout/page.tsx'
import { noWrap } from '@sesa/ui/layout/no-wrap.tsx'
import { LanguageSwitch } from '../../languages/language-switch.tsx'
import { paths } from '../../lib/paths.ts'
import { useSession } from '../../lib/session/session.ts'
import { useNarrow } from '../../lib/use-narrow.ts'
import { EmailState } from './email-state.tsx'
import { OfflineNotice } from './offline-notice.tsx'

const GENDERS = { female: i18n.t('Female'), male: i18n.t('Male') } as const

/**
 * Shows the customer's profile; on a phone it begins the Account page, and the other details are in the form. Offline, it
 * shows the details from the sign-in, read-only.
 */
export function ProfilePage() {
  const { user, profile, offline } = useSession()
  const isNarrow = useNarrow()
  const name = profile?.name ?? user?.displayName ?? null
  const email = profile?.email ?? user?.email ?? null

  const phone = profile?.phoneNumber ?? user?.phoneNumber ?? null

  return (
    <Page title={isNarrow ? i18n.t('Account') : i18n.t('Profile')}>
      {offline && <OfflineNotice />}
      {profile && <EmailState profile={profile} />}
      <section aria-label={i18n.t('Profile')}>
        {isNarrow && <h2 className="mb-2 text-xl">{i18n.t('Profile')}</h2>}
        <Card className="flex flex-col gap-4 md:gap-8">
          <div className="flex items-center gap-3 md:gap-5">
            <span
              aria-hidden="true"
              className="flex size-14 shrink-0 items-center justify-center rounded-full bg-accent text-2xl font-extrabold text-on-accent md:size-18 md:text-3xl"
            >
              {name === null ? <UserIcon className="size-9" /> : initialOf(name)}
            </span>
            <div className="min-w-0 flex-1">
              <p className="text-xl font-bold md:text-2xl">{name ?? i18n.t('We couldn’t load your name')}</p>
              {email !== null && <p className="text-muted md:text-lg">{noWrap(email)}</p>}
              {isNarrow && phone !== null && <p className="text-muted">{noWrap(formatPhone(phone))}</p>}
            </div>
          </div>
          {!isNarrow && <Facts facts={factsOf(phone, profile)} />}
          {!offline && (
            <ButtonLink href={paths.editProfile} variant="secondary" className="sm:self-start">
              {i18n.t('Edit Profile')}
            </ButtonLink>
          )}
        </Card>
      </section>
      <LanguageSwitch />
    </Page>
  )
}

function factsOf(phone: string | null, profile: Profile | null): Fact[] {
  const { country, dob, gender } = profile ?? {}
  return [
    ...(phone ? [{ key: 'phone', label: i18n.t('Phone number'), value: formatPhone(phone) }] : []),
    ...(country
      ? [{ key: 'country', label: i18n.t('Country'), value: <CountryName country={country} /> }]
      : []),
    ...(dob ? [{ key: 'dob', label: i18n.t('Date of birth'), value: formatCalendarDate(dob) }] : []),
    ...(gender ? [{ key: 'gender', label: i18n.t('Gender'), value: GENDERS[gender] }] : []),
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
