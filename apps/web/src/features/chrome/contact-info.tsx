import type { ReactNode } from 'react'
import * as i18n from '@sesa/contract/i18n'
import { rich } from '@sesa/ui/rich.tsx'
import { SUPPORT, When } from './slots.tsx'

/** Renders a social network's icon: 24 px, in the text's colour. */

function Mark({ path }: { path: string }) {
  return (
    <svg width="24" height="24" viewBox="0 0 24 24" fill="currentColor" aria-hidden="true">
      <path fillRule="evenodd" d={path} />
    </svg>
  )
}

function FacebookIcon() {
  return (
    <Mark path="M13.6 21v-8h2.7l.4-3.2h-3.1v-2c0-.9.3-1.5 1.6-1.5h1.6V3.4A22 22 0 0 0 14.4 3.3c-2.4 0-4 1.4-4 4.1v2.4H7.7V13h2.7v8z" />
  )
}

function InstagramIcon() {
  return (
    <Mark path="M8 3h8a5 5 0 0 1 5 5v8a5 5 0 0 1-5 5H8a5 5 0 0 1-5-5V8a5 5 0 0 1 5-5zm0 2a3 3 0 0 0-3 3v8a3 3 0 0 0 3 3h8a3 3 0 0 0 3-3V8a3 3 0 0 0-3-3zm4 2.7a4.3 4.3 0 1 1 0 8.6 4.3 4.3 0 0 1 0-8.6zm0 2a2.3 2.3 0 1 0 0 4.6 2.3 2.3 0 0 0 0-4.6zM16.9 6.2a1.1 1.1 0 1 1 0 2.2 1.1 1.1 0 0 1 0-2.2z" />
  )
}

function XIcon() {
  return (
    <Mark path="M3.5 3.5h5.2l4.3 5.9 5.1-5.9h2.3l-6.4 7.4 7 9.6h-5.2l-4.7-6.5-5.6 6.5H3.2l6.9-8zM6.6 5l10.2 14h1.6L8.2 5z" />
  )
}

const LINK = 'inline-flex min-h-11 items-center hover:underline'

/** Renders the footer's contact column: address, phone, email, and an icon for each of the company's social pages. */
export function ContactInfo() {
  return (
    <section className="w-full sm:w-auto">
      <h2 className="mb-1 text-lg">{i18n.t('Contact Info')}</h2>
      <address className="flex flex-col text-on-deep-muted not-italic">
        <span className="py-2.5">{SUPPORT.address}</span>
        <a href={`tel:${SUPPORT.tel}`} className={LINK}>
          {SUPPORT.phone}
        </a>
        <a href={`mailto:${SUPPORT.email}`} className={`${LINK} break-all`}>
          {SUPPORT.email}
        </a>
      </address>
      <div className="mt-2 -ml-3 flex">
        {SUPPORT.socials.map(({ name, url }) => (
          <When key={name} name={name}>
            <a
              href={url}
              aria-label={i18n.t('Sesa on {name}', { name })}
              className="flex size-12 items-center justify-center rounded-full hover:bg-on-deep/10"
            >
              {ICONS[name]}
            </a>
          </When>
        ))}
      </div>
    </section>
  )
}

const ICONS: Readonly<Record<string, ReactNode>> = {
  Facebook: <FacebookIcon />,
  Instagram: <InstagramIcon />,
  X: <XIcon />,
}

/** Renders one line for customers who need help now. */
export function SupportLine() {
  return (
    <p>
      {rich(i18n.t('Need a hand? Call <phone/> or email <email/>'), {
        phone: (
          <a href={`tel:${SUPPORT.tel}`} className="inline-block font-semibold text-on-deep underline">
            {SUPPORT.phone}
          </a>
        ),
        email: (
          <a href={`mailto:${SUPPORT.email}`} className="font-semibold break-all text-on-deep underline">
            {SUPPORT.email}
          </a>
        ),
      })}
    </p>
  )
}
