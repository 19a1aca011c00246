import type { ReactNode } from 'react'

/** A value that the server fills in, since it is the operator's and not known while building. */
function slot(name: string): string {
  return `%[${name}]`
}

/** Stays on the page only when the operator has set that value. */
export function When({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      {`%[when ${name}]`}
      {children}
      {'%[end]'}
    </>
  )
}

/** How to reach the operator. */
export const SUPPORT = {
  address: slot('address'),
  phone: slot('phone'),
  tel: slot('tel'),
  email: slot('email'),
  socials: ['Facebook', 'Instagram', 'X'].map((name) => ({ name, url: slot(name) })),
}

/** The app in the stores, where the operator has one. */
export const STORES = [
  { name: 'app-store', url: slot('app-store'), text: 'Get the iPhone app' },
  { name: 'google-play', url: slot('google-play'), text: 'Get the Android app' },
]

/** Where people reach the product, without a trailing slash. */
export const ORIGIN = slot('origin')
