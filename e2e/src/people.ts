import { calls, type CountryCode } from '@sesa/contract'
import { expect, type Page } from '@playwright/test'
import { randomInt } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Api } from './api.ts'
import { codeSentTo, linkSentTo, messagesSoFar } from './sandbox.ts'

export interface Person {
  country: CountryCode
  phone: string
  name: string
  email: string
  dob: string
}

/** Prefixes of mobile numbers; `NATIONAL_REST` is the number of digits that follow. */
const MOBILE = { LR: '+23177', SL: '+23276', US: '+1213' } as const
const NATIONAL_REST = { LR: 7, SL: 6, US: 7 } as const

/** The names of the sandbox's wallets: the two digits before the last four select the family and the given name. */
const GIVEN = ['Ama', 'Kofi', 'Isata', 'Moses', 'Fatu', 'Joseph', 'Efua', 'Sahr', 'Comfort', 'Emmanuel']
const FAMILY = 'Mensah Kamara Kollie Boateng Sesay Johnson Owusu Koroma Weah Asante'.split(' ')

/** The prefixes of MTN in Ghana. */
const GHANA = ['+23324', '+23354', '+23355', '+23353'] as const

/** The numbers used so far. Playwright empties its output folder before each run. */
const NUMBERS = fileURLToPath(new URL('../../test-results/e2e/numbers', import.meta.url))

/** Returns the digits of this person's wallets; Ama Mensah's if the sandbox has no such name. */
function holderDigits(name: string): string {
  const [given = '', family = ''] = name.split(' ')
  const [tens, ones] = [FAMILY.indexOf(family), GIVEN.indexOf(given)]
  return tens < 0 || ones < 0 ? '00' : `${tens}${ones}`
}

/**
 * Returns a number that no journey of this run has, ending in `ending`. Without it, the carrier pays at once. In Ghana
 * it belongs to `holder`, if the sandbox has a wallet with that name, else to Ama Mensah. Throws if every number with
 * that ending is taken: Ghana has 40 for each holder.
 */
export function newPhone(country: CountryCode, ending?: string, holder?: string): string {
  for (let tries = 0; tries < 1000; tries++) {
    const phone = randomPhone(country, ending, holder)
    if (isFirstWith(phone)) return phone
  }
  throw new Error(`No number of ${country} that ends in ${ending} is left in this run`)
}

/**
 * Returns true if no other worker has taken this number: each number is an empty folder, which only one of them can
 * create.
 */
function isFirstWith(phone: string): boolean {
  mkdirSync(NUMBERS, { recursive: true })
  try {
    mkdirSync(join(NUMBERS, phone))
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

function randomPhone(country: CountryCode, ending?: string, holder = 'Ama Mensah'): string {
  const last = ending ?? String(randomInt(1000, 10_000))
  if (country === 'GH')
    return `${GHANA[randomInt(GHANA.length)]}${randomInt(10)}${holderDigits(holder)}${last}`
  const free = NATIONAL_REST[country] - 4
  // A US exchange does not start with 0 or 1.
  return MOBILE[country] + String(randomInt(2 * 10 ** (free - 1), 10 ** free)) + last
}

/** Returns a random date of birth: accounts with the same name and date of birth share their limits. */
function newBirthDate(): string {
  return new Date(Date.UTC(1950, 0, 1 + randomInt(18_000))).toISOString().slice(0, 10)
}

/** Returns a new customer. */
export function newPerson(country: CountryCode = 'LR'): Person {
  // Pays from a wallet: its ending has no meaning to the sandbox.
  const phone = newPhone(country, `${randomInt(10, 100)}55`)
  return {
    country,
    phone,
    name: 'Hawa Kollie',
    email: `hawa.${phone.slice(1)}@example.org`,
    dob: newBirthDate(),
  }
}

/** Signs in with number and code on the open screen. `atCode` runs before the right code is typed. */
export async function signIn(
  page: Page,
  api: Api,
  person: Person,
  atCode?: () => Promise<void>,
): Promise<void> {
  const before = await messagesSoFar(api, person.phone)
  await page.getByLabel('Phone number').fill(person.phone)
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByLabel('6-digit code')).toBeVisible()
  await atCode?.()
  await page.getByLabel('6-digit code').fill(await codeSentTo(api, person.phone, before))
  await page.getByRole('button', { name: 'Confirm' }).click()
}

/** Fills in the profile on the open screen. */
export async function fillProfile(page: Page, person: Person): Promise<void> {
  await page.getByLabel('Name').fill(person.name)
  await page.getByRole('textbox', { name: 'Email address' }).fill(person.email)
  await page.getByLabel('Date of birth').fill(person.dob)
  if (person.country === 'US')
    await page.getByRole('checkbox', { name: 'I agree to get my receipts' }).check()
}

/** Signs in the journey's browser through the API, which shares its cookie. */
export async function signedIn(api: Api, person = newPerson()): Promise<Person> {
  const before = await messagesSoFar(api, person.phone)
  const { verificationId } = await api.call(calls.startPhone, { body: { phoneNumber: person.phone } })
  const code = await codeSentTo(api, person.phone, before)
  const { idToken } = await api.call(calls.verifyPhone, { body: { verificationId, code } })
  api.bear(idToken)
  await api.call(calls.createUser, { body: { phoneNumber: person.phone, country: person.country } })
  return person
}

/** Signs in and completes the profile. */
export async function withProfile(api: Api, person = newPerson()): Promise<Person> {
  await signedIn(api, person)
  return completeProfile(api, person)
}

/** Completes the profile of the signed-in customer. */
export async function completeProfile(api: Api, person: Person): Promise<Person> {
  const { name, email, dob } = person
  const { agreementsDue } = await api.call(calls.getUser)
  const accepted = Object.fromEntries(agreementsDue.map(({ document, version }) => [document, version]))
  await api.call(calls.putProfile, { body: { name, email, dob, accepted } })
  return person
}

export const PASSWORD = 'plantain under rain'

/** Gives a signed-in customer a confirmed address and a password, for a second way to sign in. */
export async function withPassword(api: Api, person: Person): Promise<void> {
  const token = (await linkSentTo(api, person.email, { page: '/verify-email' })).split('#')[1] ?? ''
  await api.call(calls.verifyEmail, { body: { token } })
  await api.call(calls.putPassword, { body: { new: PASSWORD, confirm: PASSWORD } })
}
