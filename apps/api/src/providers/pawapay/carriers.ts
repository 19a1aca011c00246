import { NETWORKS, type CountryCode, type DestinationCode, type NetworkValue } from '@sesa/contract'

/**
 * pawaPay's names of the networks. Ghana's three and Orange Sierra Leone are pawaPay's own; no list of pawaPay confirms
 * the others. What an account can really pay out to is what its active configuration says.
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

/** pawaPay's provider code, or undefined when it has none for this network. */
export function findCarrier(country: CountryCode, network: NetworkValue): string | undefined {
  return CARRIERS[`${country}/${network}`]
}

/** The network that pawaPay calls so, or undefined when it is none of ours. */
export function findNetwork(
  provider: string,
): { country: DestinationCode; network: NetworkValue } | undefined {
  const network = NETWORKS.find(({ country, value }) => CARRIERS[`${country}/${value}`] === provider)
  return network && { country: network.country, network: network.value }
}
