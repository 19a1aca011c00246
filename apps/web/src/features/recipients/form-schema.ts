import {
  destinationsFrom,
  findCountry,
  isDestination,
  NETWORKS,
  readPersonName,
  type BodyOf,
  type calls,
  type CountryCode,
  type DestinationCode,
  type NetworkValue,
  type Recipient,
} from '@sesa/contract'
import * as v from 'valibot'
import * as i18n from '@sesa/contract/i18n'
import { parsePhone } from '../../lib/forms/phone.ts'
import { guessedNetwork } from '../../lib/ways-to-pay.ts'

const NICKNAME_MAX = 40

export interface RecipientValues extends Record<string, string> {
  country: DestinationCode
  phone: string
  network: NetworkValue | ''
  name: string
  nickname: string
}

/** Returns the form's initial values: the recipient's, or empty ones for the first destination. */
export function valuesOf(recipient: Recipient | null, sender: CountryCode): RecipientValues {
  const first = destinationsFrom(sender)[0] ?? 'LR'
  if (recipient === null) return { country: first, phone: '', network: '', name: '', nickname: '' }
  const { country, phone, network, name, nickname } = recipient
  return { country: isDestination(country) ? country : first, phone, network, name, nickname: nickname ?? '' }
}

/** Returns the network that a typed number suggests, unless the customer has chosen another one. */
export function networkFor(values: RecipientValues, phone: string): RecipientValues['network'] {
  const { country, network } = values
  return network !== '' && network !== guessedNetwork(country, values.phone)
    ? network
    : guessedNetwork(country, phone)
}

/** Returns the changes for another country, which has different networks. */
export function withCountry(values: RecipientValues, country: DestinationCode): Partial<RecipientValues> {
  return { country, network: guessedNetwork(country, values.phone) }
}

type Saved = BodyOf<typeof calls.addRecipient>

/** Checks all fields at once; the server checks again, and asks the network about the number. */
export function recipientSchema(favourite: boolean) {
  return v.pipe(
    v.custom<RecipientValues>(() => true),
    v.rawTransform(({ dataset, addIssue, NEVER }): Saved => {
      const values = dataset.value
      const { country } = values
      const [name, phone] = [readPersonName(values.name), parsePhone(values.phone, country)]
      const network = NETWORKS.find((entry) => entry.country === country && entry.value === values.network)
      const problems: Partial<Record<keyof RecipientValues, string>> = {
        ...(!phone.ok && { phone: phoneProblem(values) }),
        ...(!network && { network: i18n.t('Choose the recipient’s mobile network.') }),
        ...(!name.ok && {
          name: values.name.trim() === '' ? i18n.t('Enter the recipient’s full name.') : name.message,
        }),
        ...([...values.nickname.trim()].length > NICKNAME_MAX && {
          nickname: i18n.t('Shorten the nickname to {count} characters.', { count: NICKNAME_MAX }),
        }),
      }
      for (const [key, message] of Object.entries(problems)) {
        addIssue({
          message,
          path: [{ type: 'object', origin: 'value', input: values, key, value: values[key] }],
        })
      }
      if (!name.ok || !phone.ok || !network || Object.keys(problems).length > 0) return NEVER
      const nickname = values.nickname.trim()
      return {
        country,
        phone: phone.phone.e164,
        network: network.value,
        name: name.name,
        nickname,
        favourite,
      }
    }),
  )
}

function phoneProblem({ phone, country }: RecipientValues): string {
  if (phone === '') return i18n.t('Enter the recipient’s mobile number.')
  return i18n.t('Enter a valid {name} mobile number.', { name: findCountry(country)?.name ?? '' })
}
