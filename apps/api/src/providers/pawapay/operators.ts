import type { CountryCode, NetworkValue } from '@sesa/contract'

/**
 * pawaPay's names of the networks. Ghana's three and Orange Sierra Leone are pawaPay's own; the others exist in the
 * sandbox only (no list of pawaPay confirms them), so their corridors stay off in production until a rail exists.
 */
const OPERATORS: Readonly<Partial<Record<`${CountryCode}/${NetworkValue}`, string>>> = {
  'GH/mtn': 'MTN_MOMO_GHA',
  'GH/vodafone': 'VODAFONE_GHA',
  'GH/airtel/tigo': 'AIRTELTIGO_GHA',
  'SL/orange': 'ORANGE_SLE',
  'SL/afrimoney': 'AFRIMONEY_SLE',
  'SL/qmoney': 'QMONEY_SLE',
  'LR/mtn': 'MTN_MOMO_LBR',
  'LR/orange': 'ORANGE_LBR',
}

/** pawaPay's provider code, or undefined when it has none for this network. */
export function findOperator(country: CountryCode, network: NetworkValue): string | undefined {
  return OPERATORS[`${country}/${network}`]
}
