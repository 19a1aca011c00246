import { byCountry, COUNTRIES } from '@sesa/contract'
import * as v from 'valibot'
import type { LegalDetails } from '../http/server/legal-details.ts'
import { isLive } from './mode.ts'
import { text, url } from './schemas.ts'
import { defaulted, group, optional, type Environment, type Values } from './setting.ts'

/** Words and domains that real details never contain, and placeholders that people type. */
const PLACEHOLDER =
  /\bsample\b|\bplaceholder\b|\bexample\b|lorem ipsum|^(to ?do|tbd|x+)$|\.\.\.|…|<|>|\.(example|test|invalid)\b/i

const RECEIPTS = 'on receipts and legal pages'

const line = (name: string, is: string, where = RECEIPTS): string =>
  `Setting ${name} is ${is}: live mode wants the company's own details ${where}. See docs/going-live.md.`

/** Returns the lines about a live company's details that are missing, placeholders or the sandbox's samples. */
const detailProblems = (env: Environment, samples: Readonly<Record<string, string>>, where?: string) =>
  Object.fromEntries(
    Object.entries(samples).flatMap(([name, sample]): [string, boolean][] => {
      const value = env[name]
      const isPlaceholder = value !== undefined && (PLACEHOLDER.test(value.trim()) || value === sample)
      return [
        [line(name, 'missing', where), isLive(env) && value === undefined],
        [line(name, 'a placeholder', where), isLive(env) && isPlaceholder],
      ]
    }),
  )

/** Returns the line about a placeholder in a live company's list, which is JSON. */
function listProblem(env: Environment, name: string): Record<string, boolean> {
  const texts: string[] = []
  try {
    JSON.parse(env[name] ?? '[]', (_key, value: unknown) => typeof value === 'string' && texts.push(value))
  } catch {
    // The setting's format check reports it.
  }
  return { [line(name, 'a placeholder')]: isLive(env) && texts.some((one) => PLACEHOLDER.test(one.trim())) }
}

/** Support contacts in a sandbox. */
const SUPPORT_SAMPLES = {
  SUPPORT_PHONE: '+231 77 000 0100',
  SUPPORT_EMAIL: 'help@sesa.example',
  SUPPORT_ADDRESS: '12 Broad Street, Monrovia, Liberia',
}

export const SUPPORT = group({
  title: 'Where customers reach you',
  intro: 'In footer, receipts and emails. Live mode requires all three, and refuses these samples.',
  problems: (env) => detailProblems(env, SUPPORT_SAMPLES, 'on receipts and in the footer'),
})({
  SUPPORT_PHONE: defaulted(SUPPORT_SAMPLES.SUPPORT_PHONE, text).means('The phone number'),
  SUPPORT_EMAIL: defaulted(SUPPORT_SAMPLES.SUPPORT_EMAIL, text).means(
    'The address that gets the messages of the contact form',
  ),
  SUPPORT_ADDRESS: defaulted(SUPPORT_SAMPLES.SUPPORT_ADDRESS, text).means('The postal address'),
})

/** Download page of an app: linked from a public page, so only https. */
const https = v.pipe(url, v.startsWith('https://', 'is no https address'))

export const LINKS = group({
  title: 'Pages that ours link to',
  intro: 'Without store pages the landing page offers the web app.',
})({
  SOCIAL_FACEBOOK: optional(url, 'https://www.facebook.com/...').means('Facebook, in the footer'),
  SOCIAL_INSTAGRAM: optional(url, 'https://www.instagram.com/...').means('Instagram, in the footer'),
  SOCIAL_X: optional(url, 'https://x.com/...').means('X, in the footer'),
  APP_STORE_URL: optional(https, 'https://apps.apple.com/app/id0000000000').means('The app in Apple’s store'),
  PLAY_STORE_URL: optional(https, 'https://play.google.com/store/apps/details?id=example.sesa').means(
    'The app in Google’s store',
  ),
})

/**
 * The regulators that customers can complain to, by country. A phone number is listed only with its source; a licensee
 * sets its own list, with the regulator of each of its licences, in `REGULATORS`.
 *
 * - Consumer Financial Protection Bureau: 12 CFR 1005, appendix A, model form A-31.
 * - Bank of Ghana: its statement for Customer Service Week, October 2025 (telephone and WhatsApp 0593974486).
 */
const DEFAULT_REGULATORS: LegalDetails['regulators'] = {
  US: [
    {
      name: 'Your state’s financial regulator, found through the Conference of State Bank Supervisors',
      phone: null,
      website: 'https://www.csbs.org',
    },
    {
      name: 'Consumer Financial Protection Bureau',
      phone: '+1 855 411 2372',
      website: 'https://www.consumerfinance.gov',
    },
  ],
  GH: [{ name: 'Bank of Ghana', phone: '+233 59 397 4486', website: 'https://www.bog.gov.gh' }],
  LR: [{ name: 'Central Bank of Liberia', phone: null, website: 'https://www.cbl.org.lr' }],
  SL: [{ name: 'Bank of Sierra Leone', phone: null, website: 'https://www.bsl.gov.sl' }],
}

const filled = v.pipe(v.string(), v.trim(), v.nonEmpty('is empty. Give it a value, or remove it'))
const email = v.pipe(filled, v.email('is no email address'))
const website = v.pipe(
  v.string(),
  v.url(': website is no URL'),
  v.startsWith('https://', ': website is no https address'),
)

const json = v.pipe(v.string(), v.parseJson({}, 'is no JSON'))

const list = v.array(v.strictObject({ name: v.string(), phone: v.nullable(v.string()), website: v.string() }))
const regulators = v.pipe(
  json,
  v.strictObject(byCountry(({ code }) => v.optional(list, [...DEFAULT_REGULATORS[code]]))),
)

const licences = v.pipe(
  json,
  v.array(
    v.strictObject({
      country: v.picklist(COUNTRIES.map(({ code }) => code)),
      name: filled,
      number: filled,
      nmlsId: v.optional(v.pipe(v.string(), v.regex(/^\d{4,10}$/, ': nmlsId is a number of digits'))),
      holder: filled,
      regulator: filled,
      website,
    }),
  ),
)

/** The sandbox's sample details. Each names itself a sample, in addition to the notice on every page that shows it. */
const LEGAL_SAMPLES = {
  LEGAL_NAME: 'Sample Sesa Ltd',
  LEGAL_COMPANY_NUMBER: 'sample 000000',
  LEGAL_ADDRESS: 'Sample address, 12 Broad Street, Monrovia, Liberia',
  LEGAL_LAW: 'the laws of Liberia (sample)',
  LEGAL_COURTS: 'the courts of Liberia (sample)',
  LEGAL_PRIVACY_OFFICER: 'Sample Officer',
  LEGAL_PRIVACY_EMAIL: 'privacy@sesa.example',
  LEGAL_COMPLAINTS_PHONE: '+231 77 000 0100',
  LEGAL_COMPLAINTS_EMAIL: 'complaints@sesa.example',
}

export const LEGAL = group({
  title: 'The company on receipts and legal pages',
  intro:
    'Live mode requires all except the last two, and refuses placeholders; a sandbox shows marked samples: docs/legal-texts.md.',
  problems: (env) => ({
    ...detailProblems(env, LEGAL_SAMPLES),
    ...listProblem(env, 'LEGAL_LICENCES'),
    ...listProblem(env, 'REGULATORS'),
  }),
})({
  LEGAL_NAME: optional(filled).means('Its name'),
  LEGAL_COMPANY_NUMBER: optional(filled).means('Its registration number'),
  LEGAL_ADDRESS: optional(filled).means('Its registered address'),
  LEGAL_LAW: optional(filled).means('The law of the terms, as in a sentence: "the laws of Liberia"'),
  LEGAL_COURTS: optional(filled).means('The courts: "the courts of Liberia"'),
  LEGAL_PRIVACY_OFFICER: optional(filled).means('The data protection officer'),
  LEGAL_PRIVACY_EMAIL: optional(email).means('The officer’s address'),
  LEGAL_COMPLAINTS_PHONE: optional(filled).means('The phone number for complaints'),
  LEGAL_COMPLAINTS_EMAIL: optional(email).means('The address for complaints'),
  LEGAL_LICENCES: optional(
    licences,
    '[{"country":"US","name":"Money transmitter licence, Minnesota","number":"...","nmlsId":"1234567","holder":"...","regulator":"...","website":"https://..."}]',
  ).means('Licences, as JSON (nmlsId is optional). Without any, no page says "regulated"'),
  REGULATORS: optional(
    regulators,
    '{"GH":[{"name":"Bank of Ghana","phone":"+233 59 397 4486","website":"https://www.bog.gov.gh"}]}',
  ).means(
    'Authorities for complaints, as JSON by country, instead of the list in apps/api/src/config/company.ts',
  ),
})

/** Returns the company's details; outside live mode, samples replace unset ones. */
export function legalOf(s: Values<typeof LEGAL>): LegalDetails {
  const names = Object.keys(LEGAL_SAMPLES) as (keyof typeof LEGAL_SAMPLES)[]
  const valueOf = (name: keyof typeof LEGAL_SAMPLES): string => s[name] ?? LEGAL_SAMPLES[name]
  return {
    sample: names.some((name) => s[name] === undefined),
    name: valueOf('LEGAL_NAME'),
    companyNumber: valueOf('LEGAL_COMPANY_NUMBER'),
    address: valueOf('LEGAL_ADDRESS'),
    law: valueOf('LEGAL_LAW'),
    courts: valueOf('LEGAL_COURTS'),
    privacyOfficer: valueOf('LEGAL_PRIVACY_OFFICER'),
    privacyEmail: valueOf('LEGAL_PRIVACY_EMAIL'),
    complaintsPhone: valueOf('LEGAL_COMPLAINTS_PHONE'),
    complaintsEmail: valueOf('LEGAL_COMPLAINTS_EMAIL'),
    licences: s.LEGAL_LICENCES ?? [],
    regulators: s.REGULATORS ?? DEFAULT_REGULATORS,
  }
}
