import type { CountryCode } from '@sesa/contract'

type Environment = Readonly<Record<string, string | undefined>>

const VENDORS = ['africastalking', 'twilio'] as const
type Vendor = (typeof VENDORS)[number]

export type SmsVendors = Readonly<Record<CountryCode, readonly Vendor[]>>

/** Without a setting: the vendor of the region first. */
const DEFAULTS: SmsVendors = {
  LR: ['africastalking', 'twilio'],
  GH: ['africastalking', 'twilio'],
  SL: ['africastalking', 'twilio'],
  US: ['twilio', 'africastalking'],
}

/** The setting whose presence means that a vendor is configured. */
const KEYS: Readonly<Record<Vendor, string>> = {
  africastalking: 'AFRICASTALKING_USERNAME',
  twilio: 'TWILIO_ACCOUNT_SID',
}

const COUNTRY_CODES = Object.keys(DEFAULTS) as CountryCode[]
const nameOf = (country: CountryCode): string => `SMS_VENDORS_${country}`
const listOf = (text: string): string[] => text.split(',').map((name) => name.trim())

const isVendor = (name: string): name is Vendor => VENDORS.some((vendor) => vendor === name)
const isConfigured = (env: Environment, vendor: Vendor): boolean => Boolean(env[KEYS[vendor]])

/** Returns a sentence for each country whose list names an unknown vendor, one without keys, or one twice. */
export function listVendorProblems(env: Environment): string[] {
  return COUNTRY_CODES.flatMap((country) => {
    const text = env[nameOf(country)]
    if (!text) return []
    const names = listOf(text)
    const unknown = names.find((name) => !isVendor(name))
    if (unknown !== undefined || new Set(names).size < names.length)
      return [
        `${nameOf(country)} has another form: it lists africastalking and twilio in order, with a comma.`,
      ]
    const missing = names.filter(isVendor).find((vendor) => !isConfigured(env, vendor))
    return missing === undefined ? [] : [`${KEYS[missing]} is missing beside ${nameOf(country)}.`]
  })
}

/** Returns the configured vendors for each country, in order. */
export function readSmsVendors(env: Environment): SmsVendors {
  const vendorsOf = (country: CountryCode): Vendor[] => {
    const text = env[nameOf(country)]
    return (text ? listOf(text) : [...DEFAULTS[country]])
      .filter(isVendor)
      .filter((vendor) => isConfigured(env, vendor))
  }
  return { LR: vendorsOf('LR'), GH: vendorsOf('GH'), SL: vendorsOf('SL'), US: vendorsOf('US') }
}
