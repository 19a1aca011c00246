import type { ComponentType } from 'react'
import * as i18n from '@sesa/contract/i18n'
import { HomeIcon, PeopleIcon, SendIcon, UserIcon } from '@sesa/ui/art/icons.tsx'
import type { IconProps } from '@sesa/ui/art/icon.tsx'
import { ACCOUNT } from '../../lib/account-entries.ts'
import { paths } from '../../lib/paths.ts'

interface Place {
  text: string
  href: string
  Icon: ComponentType<IconProps>
  /** Other pages that belong to it. */
  also?: readonly string[]
}

const PLACES: readonly Place[] = [
  { text: i18n.t('Overview'), href: paths.dashboard, Icon: HomeIcon, also: [paths.statement] },
  { text: i18n.t('Send'), href: paths.sendMoney, Icon: SendIcon },
  { text: i18n.t('Recipients'), href: paths.recipients, Icon: PeopleIcon },
  {
    text: i18n.t('Account'),
    href: paths.profile,
    Icon: UserIcon,
    also: [
      paths.editProfile,
      paths.notices,
      paths.newReminder,
      paths.newMessage,
      ...ACCOUNT.flatMap(({ entries }) => entries.flatMap(({ href }) => href ?? [])).filter(
        (href) => href !== paths.recipients,
      ),
    ],
  },
]

interface AppNavProps {
  /** The path of the open page. */
  current: string
  /** True on the step that pays: a phone then shows only the payment. */
  paying: boolean
}

/**
 * Renders a signed-in customer's main pages: a bar at the bottom of a phone's screen, a row under the header of a wide
 * one. `app.css` styles it, hides the bar while the customer types, and moves other elements fixed to the bottom above
 * it.
 */
export function AppNav({ current, paying }: AppNavProps) {
  return (
    <nav aria-label={i18n.t('Your account')} className="app-nav" data-bar={paying ? undefined : ''}>
      <ul>
        {PLACES.map(({ text, href, Icon, also = [] }) => (
          <li key={text}>
            <a
              href={href}
              aria-current={href === current ? 'page' : also.includes(current) ? 'true' : undefined}
            >
              <Icon />
              {text}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
