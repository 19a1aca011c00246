import type { ReactNode } from 'react'
import { FacebookIcon, InstagramIcon, XIcon } from './social-icons.tsx'
import { SUPPORT, When } from './slots.tsx'

const LINK = 'inline-flex min-h-11 items-center hover:underline'

/** The footer's contact column: address, phone, email, and an icon for each of the company's social pages. */
export function ContactInfo() {
  return (
    <section className="col-span-2 sm:col-span-1">
      <h2 className="mb-1 text-lg">Contact Info</h2>
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
              aria-label={`Sesa on ${name}`}
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

/** One line for customers who need help now. */
export function SupportLine() {
  return (
    <p>
      Need a hand? Call{' '}
      <a href={`tel:${SUPPORT.tel}`} className="font-semibold whitespace-nowrap text-on-deep underline">
        {SUPPORT.phone}
      </a>{' '}
      or email{' '}
      <a href={`mailto:${SUPPORT.email}`} className="font-semibold break-all text-on-deep underline">
        {SUPPORT.email}
      </a>
    </p>
  )
}
