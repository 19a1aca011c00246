import type { ReactNode } from 'react'

/** A value of the company's that the server fills in, since the build does not know it. */
function slot(name: string): string {
  return `%[${name}]`
}

/** Stays on the page only when the company has set that value. */
export function When({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      {`%[when ${name}]`}
      {children}
      {'%[end]'}
    </>
  )
}

/** How to reach the company. */
export const SUPPORT = {
  address: slot('address'),
  phone: slot('phone'),
  tel: slot('tel'),
  email: slot('email'),
  socials: ['Facebook', 'Instagram', 'X'].map((name) => ({ name, url: slot(name) })),
}

/** The company's app in the stores, if it has one. */
export const STORES = [
  { name: 'app-store', url: slot('app-store'), text: 'Get the iPhone app' },
  { name: 'google-play', url: slot('google-play'), text: 'Get the Android app' },
]

/** Where people reach the product, without a trailing slash. */
export const ORIGIN = slot('origin')
