import { NETWORKS, type CountryCode, type DestinationCode, type NetworkValue } from '@sesa/contract'

/**
 * pawaPay's codes of the carriers. Ghana's three and Orange Sierra Leone come from pawaPay; no pawaPay list confirms
 * the others. The account's active configuration decides which of them it can pay out to.
 */
const CARRIERS: Readonly<Partial<Record<`${CountryCode}/${NetworkValue}`, string>>> = {
  'GH/mtn': 'MTN_MOMO_GHA',
  'GH/vodafone': 'VODAFONE_GHA',
  'GH/airtel/tigo': 'AIRTELTIGO_GHA',
  'SL/orange': 'ORANGE_SLE',
  'SL/afrimoney': 'AFRIMONEY_SLE',
  'SL/qmoney': 'QMONEY_SLE',
  'LR/mtn': 'MTN_MOMO_LBR',
  'LR/orange': 'ORANGE_LBR',
}

/** Returns pawaPay's provider code, or undefined if it has none for this network. */
export function findCarrier(country: CountryCode, network: NetworkValue): string | undefined {
  return CARRIERS[`${country}/${network}`]
}

/** Returns the network of a pawaPay provider code, or undefined if it is not one of ours. */
export function findNetwork(
  provider: string,
): { country: DestinationCode; network: NetworkValue } | undefined {
  const network = NETWORKS.find(({ country, value }) => CARRIERS[`${country}/${value}`] === provider)
  return network && { country: network.country, network: network.value }
}
