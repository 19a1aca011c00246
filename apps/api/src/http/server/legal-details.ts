import { type CountryCode, findCountry } from '@sesa/contract'
import type { Slots } from './slot-values.ts'

/** A licence or registration of the company, or of the partner through which it sends money. */
export interface Licence {
  readonly country: CountryCode
  /** The kind of licence and its place: "Money transmitter licence, Minnesota". */
  readonly name: string
  readonly number: string
  /** The holder's number in the Nationwide Multistate Licensing System, where US states publish licences. */
  readonly nmlsId?: string | undefined
  /** The licence holder: the company or a partner. */
  readonly holder: string
  /** The authority that issued it. */
  readonly regulator: string
  readonly website: string
}

/** An authority that customers can complain to. */
export interface Regulator {
  readonly name: string
  readonly phone: string | null
  readonly website: string
}

/** The company behind the product, as named on its legal pages. */
export interface LegalDetails {
  /** True for a sandbox's sample details; every legal page then says so. */
  readonly sample: boolean
  readonly name: string
  readonly companyNumber: string
  readonly address: string
  /** The law that governs the terms: "the laws of Liberia". */
  readonly law: string
  /** The courts that decide a dispute: "the courts of Liberia". */
  readonly courts: string
  readonly privacyOfficer: string
  readonly privacyEmail: string
  readonly complaintsPhone: string
  readonly complaintsEmail: string
  /** Licences as configured; may be empty. */
  readonly licences: readonly Licence[]
  readonly regulators: Readonly<Record<CountryCode, readonly Regulator[]>>
}

/** Returns the slots of the legal pages. */
export function legalSlots(legal: LegalDetails): Slots {
  const regulators = Object.entries(legal.regulators).map(([country, list]) => [
    `regulators-${country}`,
    list.map(({ name, phone, website }) => ({ name, phone: phone ?? undefined, website })),
  ])
  const named = [...new Set(legal.licences.map(({ regulator }) => regulator))]
  return {
    'legal-sample': legal.sample ? 'sample' : undefined,
    'legal-name': legal.name,
    'legal-number': legal.companyNumber,
    'legal-address': legal.address,
    'legal-law': legal.law,
    'legal-courts': legal.courts,
    'privacy-officer': legal.privacyOfficer,
    'privacy-email': legal.privacyEmail,
    'complaints-phone': legal.complaintsPhone,
    'complaints-tel': legal.complaintsPhone.replaceAll(/[^+\d]/g, ''),
    'complaints-email': legal.complaintsEmail,
    licences: legal.licences.map(({ country, nmlsId, ...rest }) => ({
      ...rest,
      nmlsId,
      country: findCountry(country)?.name,
    })),
    'no-licences': legal.licences.length === 0 ? 'none' : undefined,
    // Mentions only authorities that issued a configured licence.
    'regulated-by': named.length === 0 ? undefined : named.join(', '),
    ...(Object.fromEntries(regulators) as Slots),
  }
}
