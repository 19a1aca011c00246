import { COUNTRIES, isDestination, toE164, type CountryCode } from '@sesa/contract'
import * as i18n from '@sesa/contract/i18n'
import { Button } from '@sesa/ui/button.tsx'
import { PeopleIcon } from '@sesa/ui/art/icons.tsx'
import { withPhone, withRecipient, type Values } from './draft/values.ts'

/** A person of the phone's contacts, as far as the customer shares it. */
export interface Contact {
  readonly name?: readonly string[]
  readonly tel?: readonly string[]
}

/** The browser's Contact Picker, which only some phones have. */
interface ContactPicker {
  select: (properties: readonly ['name', 'tel']) => Promise<readonly Contact[]>
}

interface ContactChoiceProps {
  values: Values
  sender: CountryCode
  onChoose: (change: ReturnType<typeof withContact>) => void
}

/** Renders a button that opens the phone's own list of contacts. */
export default function ContactChoice({ values, sender, onChoose }: ContactChoiceProps) {
  const { contacts } = navigator as Navigator & { contacts?: ContactPicker }
  const open = async () => {
    // The phone refuses when the list is already open: then there is nothing to do.
    const [contact] = (await contacts?.select(['name', 'tel']).catch(() => [])) ?? []
    if (contact) onChoose(withContact(values, contact, sender))
  }
  return (
    <Button variant="secondary" full onClick={() => void open()}>
      <PeopleIcon />
      {i18n.t('Choose from your contacts')}
    </Button>
  )
}

/** Returns the changes for a contact: the name and the number, of the chosen country if the contact has one there. */
export function withContact(
  values: Values,
  { name = [], tel = [] }: Contact,
  sender: CountryCode,
): Partial<Values> & Pick<Values, 'country'> {
  const numbers = tel.map((text) => toE164(text, values.country)).filter((number) => number !== '')
  const phone =
    numbers.find((number) => countryOf(number) === values.country) ??
    numbers.find((number) => isPossible(countryOf(number), sender)) ??
    numbers[0] ??
    ''
  const found = countryOf(phone)
  const country = isPossible(found, sender) ? found : values.country
  const { network = '' } = withPhone({ ...values, country, phone: '', network: '' }, phone)
  return { ...withRecipient({ name: name[0]?.trim() ?? '', phone, network }), country }
}

const countryOf = (number: string) => COUNTRIES.find(({ dialCode }) => number.startsWith(dialCode))?.code

function isPossible(country: CountryCode | undefined, sender: CountryCode): country is Values['country'] {
  return country !== undefined && country !== sender && isDestination(country)
}
