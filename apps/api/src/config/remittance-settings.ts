/** Replaces the postal code of an address without one, unless the settings name another value. */
export const NO_POSTAL_CODE = '00000'

/** Reads the account's formats for remittances; undefined when it has none. */
export function readRemittances(
  env: Readonly<Record<string, string | undefined>>,
): { readonly countries: 'alpha-2' | 'alpha-3'; readonly noPostalCode: string } | undefined {
  const countries = env['PAWAPAY_REMITTANCES']
  if (countries !== 'alpha-2' && countries !== 'alpha-3') return undefined
  return { countries, noPostalCode: env['PAWAPAY_NO_POSTAL_CODE'] || NO_POSTAL_CODE }
}
