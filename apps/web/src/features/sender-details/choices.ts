import type { IdentificationType } from '@sesa/contract'
import { ISO_COUNTRIES } from '@sesa/contract/iso-countries'

/** Every country by its name in English, in the order of names. */
export function countryOptions(): { value: string; label: string }[] {
  const names = new Intl.DisplayNames('en', { type: 'region' })
  return ISO_COUNTRIES.map((code) => ({ value: code, label: names.of(code) ?? code })).sort((a, b) =>
    a.label.localeCompare(b.label, 'en'),
  )
}

export const DOCUMENTS: readonly { value: IdentificationType; label: string }[] = [
  { value: 'national_id', label: 'National identity card' },
  { value: 'passport', label: 'Passport' },
  { value: 'driving_license', label: 'Driving licence' },
  { value: 'residence_permit', label: 'Residence permit' },
  { value: 'social_security_id', label: 'Social security card' },
]
