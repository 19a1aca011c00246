import { COUNTRIES, type CountryCode } from '@sesa/contract'
import { Checkbox } from '@sesa/ui/fields/checkbox.tsx'
import { CodeField } from '@sesa/ui/fields/code-field.tsx'
import { CountrySelect } from '@sesa/ui/fields/country-select.tsx'
import { ErrorSummary } from '@sesa/ui/fields/error-summary.tsx'
import { AmountBox } from '../features/send-money/amount-box.tsx'
import { MoneyField } from '@sesa/ui/fields/money-field.tsx'
import { PhoneField } from '@sesa/ui/fields/phone-field.tsx'
import { RadioGroup } from '@sesa/ui/fields/radio-group.tsx'
import { SelectField } from '@sesa/ui/fields/select-field.tsx'
import { Switch } from '@sesa/ui/fields/switch.tsx'
import { TextArea } from '@sesa/ui/fields/text-area.tsx'
import { TextField } from '@sesa/ui/fields/text-field.tsx'
import { Kept, Show, State, useOwnId } from './show.tsx'

const NETWORKS = [
  { value: 'mtn', label: 'MTN MoMo' },
  { value: 'telecel', label: 'Telecel Cash' },
  { value: 'bank', label: 'Bank', hint: 'Coming soon...', disabled: true },
]
const HINT = 'As it stands in your passport or on your card.'
const LONG = 'Nana Akosua Serwaa Bonsu-Agyemang Prempeh of the House of Asante Mampong and Kokofu'

/** Shows form fields. */
export function Fields() {
  const id = useOwnId('field')
  const nothing = () => undefined
  return (
    <>
      <Show name="Text field">
        <Kept initial="">
          {(value, set) => (
            <TextField id={`${id}-text`} label="Name" hint={HINT} value={value} onChange={set} />
          )}
        </Kept>
        <TextField
          id={`${id}-error`}
          label="Email"
          value="hawa"
          error="Enter an email address"
          onChange={nothing}
        />
        <TextField id={`${id}-off`} label="Country" value="Liberia" disabled onChange={nothing} />
        <TextField id={`${id}-long`} label={LONG} value={LONG} optional onChange={nothing} />
      </Show>
      <Show name="Text area">
        <Kept initial="">
          {(value, set) => <TextArea id={`${id}-area`} label="Message" value={value} onChange={set} />}
        </Kept>
        <TextArea
          id={`${id}-area-error`}
          label="Message"
          rows={2}
          value=""
          error="Write what we can do for you"
          onChange={nothing}
        />
      </Show>
      <Show name="Money field">
        <Kept initial="1,500.50">
          {(value, set) => (
            <MoneyField
              id={`${id}-money`}
              label="You send"
              currency="LRD"
              value={value}
              onChange={set}
              hint="From LRD 950.00 to LRD 345,104.70."
            />
          )}
        </Kept>
        <State name="Two boxes that touch; the lower one is being calculated">
          <div>
            <AmountBox
              id={`${id}-upper`}
              label="You send"
              place="upper"
              currency="LRD"
              value="15,000.00"
              onChange={nothing}
            />
            <AmountBox
              id={`${id}-lower`}
              label="They receive"
              place="lower"
              currency="GHS"
              value=""
              pending
              onChange={nothing}
            />
          </div>
        </State>
        <State name="Red without words, as in the converter; with words">
          <MoneyField
            id={`${id}-red`}
            label="You send"
            currency="LRD"
            value="abc"
            invalid
            onChange={nothing}
          />
          <MoneyField
            id={`${id}-words`}
            label="You send"
            currency="LRD"
            value=""
            error="Enter an amount"
            onChange={nothing}
          />
        </State>
      </Show>
      <Show name="Phone field">
        <Kept initial="+231770123456">
          {(value, set) => (
            <PhoneField
              id={`${id}-phone`}
              label="Phone number"
              countries={COUNTRIES}
              country="LR"
              value={value}
              onChange={set}
            />
          )}
        </Kept>
        <PhoneField
          id={`${id}-phone-error`}
          label="Phone number"
          countries={COUNTRIES}
          country="GH"
          value=""
          error="Error: Your phone number is not valid"
          onChange={nothing}
        />
      </Show>
      <Show name="Code field">
        <Kept initial="">
          {(value, set) => (
            <CodeField digits={6} id={`${id}-code`} label="6-digit code" value={value} onChange={set} />
          )}
        </Kept>
      </Show>
      <Show name="Choices">
        <Kept<CountryCode> initial="LR">
          {(value, set) => (
            <CountrySelect
              id={`${id}-country`}
              label="Country"
              find={() => Promise.resolve([])}
              countries={COUNTRIES}
              value={value}
              onChange={set}
            />
          )}
        </Kept>
        <Kept initial="">
          {(value, set) => (
            <SelectField
              id={`${id}-select`}
              label="Network"
              options={NETWORKS}
              value={value}
              onChange={set}
              placeholder="Choose one"
            />
          )}
        </Kept>
        <State name="The choice as a chip">
          <SelectField
            id={`${id}-chip`}
            label="Network"
            options={NETWORKS}
            value="mtn"
            chip={<span className="px-2 font-semibold">MTN · Change</span>}
            onChange={nothing}
          />
        </State>
        <Kept initial="mtn">
          {(value, set) => (
            <RadioGroup
              id={`${id}-radio`}
              label="Account type"
              options={NETWORKS}
              value={value}
              onChange={set}
            />
          )}
        </Kept>
        <RadioGroup
          id={`${id}-radio-error`}
          label="Account type"
          inline
          options={NETWORKS}
          value=""
          error="Choose one"
          onChange={nothing}
        />
      </Show>
      <Show name="Checkbox and switch">
        <Kept initial={true}>
          {(value, set) => (
            <Checkbox id={`${id}-check`} label="I have read it" checked={value} onChange={set} />
          )}
        </Kept>
        <Kept initial={true}>
          {(value, set) => (
            <Switch
              id={`${id}-switch`}
              label="Transaction successful"
              hint="When the money is in their wallet"
              checked={value}
              onChange={set}
            />
          )}
        </Kept>
        <Kept initial={false}>
          {(value, set) => (
            <Switch id={`${id}-switch-off`} label="Rates change" checked={value} onChange={set} />
          )}
        </Kept>
        <Switch
          id={`${id}-switch-disabled`}
          label="Loan request successful"
          checked={false}
          disabled
          onChange={nothing}
        />
      </Show>
      <Show name="Error summary">
        <ErrorSummary
          attempt={0}
          errors={[
            { id: `${id}-error`, message: 'Enter an email address' },
            { message: 'The card provider cannot be reached. Try again.' },
          ]}
        />
      </Show>
    </>
  )
}
