import * as v from 'valibot'
import type { LegalDetails, Licence } from '../http/server/legal-details.ts'
import { ConfigError, type ProviderSettings } from './provider-settings.ts'

const text = v.pipe(v.string(), v.trim(), v.minLength(1))

const licences = v.array(
  v.strictObject({
    country: v.picklist(['LR', 'GH', 'SL', 'US']),
    name: text,
    number: text,
    nmlsId: v.optional(v.pipe(v.string(), v.regex(/^\d{4,10}$/, 'nmlsId is a number of digits'))),
    holder: text,
    regulator: text,
    website: v.pipe(v.string(), v.url(), v.startsWith('https://', 'begins with https://')),
  }),
)

const environment = v.object({
  LEGAL_NAME: v.optional(text),
  LEGAL_COMPANY_NUMBER: v.optional(text),
  LEGAL_ADDRESS: v.optional(text),
  LEGAL_LAW: v.optional(text),
  LEGAL_COURTS: v.optional(text),
  LEGAL_PRIVACY_OFFICER: v.optional(text),
  LEGAL_PRIVACY_EMAIL: v.optional(v.pipe(text, v.email())),
  LEGAL_COMPLAINTS_PHONE: v.optional(text),
  LEGAL_COMPLAINTS_EMAIL: v.optional(v.pipe(text, v.email())),
  LEGAL_LICENCES: v.optional(v.pipe(v.string(), v.parseJson(), licences), '[]'),
})

type Settings = v.InferOutput<typeof environment>
type Named = Exclude<keyof Settings, 'LEGAL_LICENCES'>

/** What a sandbox shows. Each says so itself, beside the notice on every page that shows it. */
const SAMPLES: Readonly<Record<Named, string>> = {
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

const LEGAL_PAGES = 'on receipts and legal pages'

/** Words and addresses that nobody's real details contain, and what people type instead of them. */
const PLACEHOLDER =
  /\bsample\b|\bplaceholder\b|\bexample\b|lorem ipsum|^(to ?do|tbd|x+)$|\.\.\.|…|<|>|\.(example|test|invalid)\b/i

/**
 * Refuses what nobody's real details contain, and the sandbox's sample. `where` names where customers read it. Throws
 * ConfigError.
 */
export function refusePlaceholder(
  name: string,
  value: string | undefined,
  sample: string | undefined,
  where: string,
): void {
  const problem =
    value === undefined
      ? 'missing'
      : PLACEHOLDER.test(value.trim()) || value === sample
        ? 'a placeholder'
        : null
  if (problem !== null)
    throw new ConfigError(
      `Setting ${name} is ${problem}: live mode wants the company's own details ${where}. See docs/going-live.md.`,
    )
}

/** Reads the company's legal details; outside live mode, samples fill what is not set. Throws ConfigError. */
export function readLegal(
  env: Readonly<Record<string, string | undefined>>,
  { mode }: Pick<ProviderSettings, 'mode'>,
  regulators: LegalDetails['regulators'],
): LegalDetails {
  const parsed = v.safeParse(environment, env)
  if (!parsed.success) {
    const [issue] = parsed.issues
    const name = v.getDotPath(issue)?.split('.')[0] ?? '?'
    throw new ConfigError(`Setting ${name}: ${issue.message}. See docs/going-live.md.`)
  }
  const settings = parsed.output
  const names = Object.keys(SAMPLES) as Named[]
  if (mode === 'live') {
    for (const name of names) refusePlaceholder(name, settings[name], SAMPLES[name], LEGAL_PAGES)
    for (const licence of settings.LEGAL_LICENCES)
      for (const value of Object.values(licence))
        refusePlaceholder('LEGAL_LICENCES', value, undefined, LEGAL_PAGES)
    for (const { name, phone, website } of Object.values(regulators).flat())
      for (const value of [name, phone ?? 'none', website])
        refusePlaceholder('REGULATORS', value, undefined, LEGAL_PAGES)
  }
  const valueOf = (name: Named): string => settings[name] ?? SAMPLES[name]
  return {
    sample: names.some((name) => settings[name] === undefined),
    name: valueOf('LEGAL_NAME'),
    companyNumber: valueOf('LEGAL_COMPANY_NUMBER'),
    address: valueOf('LEGAL_ADDRESS'),
    law: valueOf('LEGAL_LAW'),
    courts: valueOf('LEGAL_COURTS'),
    privacyOfficer: valueOf('LEGAL_PRIVACY_OFFICER'),
    privacyEmail: valueOf('LEGAL_PRIVACY_EMAIL'),
    complaintsPhone: valueOf('LEGAL_COMPLAINTS_PHONE'),
    complaintsEmail: valueOf('LEGAL_COMPLAINTS_EMAIL'),
    licences: settings.LEGAL_LICENCES satisfies readonly Licence[],
    regulators,
  }
}
