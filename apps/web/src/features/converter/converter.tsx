import { COUNTRIES, findCountry, type CountryCode } from '@sesa/contract'
import { useEffect, useEffectEvent, useState } from 'react'
import { findCountries } from '../../lib/forms/find-countries.ts'
import { useConversion, type Side } from '../../lib/use-conversion.ts'
import { CountrySelect } from '../../ui/fields/country-select.tsx'
import { CheckIcon } from '../../ui/art/icon.tsx'
import { MoneyField } from '../../ui/fields/money-field.tsx'

/** The list's entries at index 1 and 2 (spec, section 4). */
const DEFAULTS = { from: 'LR', to: 'GH' } as const satisfies Record<string, CountryCode>
const EXAMPLE = '1,000.00'

const WAYS = [
  { name: 'Mobile Money', text: 'Instant, to their phone' },
  { name: 'Agent', text: 'Instant. Cash out at any agent' },
]

/** Converts an amount into another of our currencies; both sides are editable. Shows neither fee nor rate. */
export function Converter({ typed = {} }: { typed?: Readonly<Record<string, string>> }) {
  const [from, setFrom] = useState<CountryCode>(DEFAULTS.from)
  const [to, setTo] = useState<CountryCode>(DEFAULTS.to)
  const [{ send, receive }, setTexts] = useState<Record<Side, string>>({ send: EXAMPLE, receive: '' })
  const { invalid, failure, busy, convert } = useConversion((texts) =>
    setTexts((before) => ({ ...before, ...texts })),
  )
  const currencyOf = (country: CountryCode) => findCountry(country)?.currency ?? 'USD'

  const start = useEffectEvent(() => {
    const { 'converter-send': sent = EXAMPLE, 'converter-receive': received } = typed
    if (received === undefined) convert('send', sent, currencyOf(from), currencyOf(to))
    else convert('receive', received, currencyOf(from), currencyOf(to))
  })
  useEffect(() => start(), [])

  return (
    <div className="flex flex-col gap-5">
      <MoneyField
        id="converter-send"
        label="You send"
        placeholder="Send amount"
        currency={currencyOf(from)}
        value={send}
        invalid={invalid === 'send'}
        onChange={(text) => convert('send', text, currencyOf(from), currencyOf(to))}
        addon={
          <span className="w-36 shrink-0">
            <CountrySelect
              id="converter-from"
              label="Sending country"
              hideLabel
              joined
              shows="currency"
              countries={COUNTRIES}
              find={findCountries}
              value={from}
              onChange={(country) => {
                setFrom(country)
                convert('send', send, currencyOf(country), currencyOf(to))
              }}
            />
          </span>
        }
      />
      <MoneyField
        id="converter-receive"
        label="They receive"
        placeholder="Receive amount"
        currency={currencyOf(to)}
        value={receive}
        invalid={invalid === 'receive'}
        onChange={(text) => convert('receive', text, currencyOf(from), currencyOf(to))}
        addon={
          <span className="w-36 shrink-0">
            <CountrySelect
              id="converter-to"
              label="Receiving country"
              hideLabel
              joined
              shows="currency"
              countries={COUNTRIES}
              find={findCountries}
              value={to}
              onChange={(country) => {
                setTo(country)
                convert('send', send, currencyOf(from), currencyOf(country))
              }}
            />
          </span>
        }
      />
      <p role="status" className="-my-2 min-h-6 font-semibold text-danger">
        {failure}
        {busy && <span className="sr-only">Converting</span>}
        {invalid && !failure && <span className="sr-only">Enter the amount in digits, such as 150.50.</span>}
      </p>
      <div>
        <h3 className="text-lg">Receive via</h3>
        <ul className="mt-2 grid gap-3 sm:grid-cols-2">
          {WAYS.map((way) => (
            <li key={way.name} className="flex gap-3 rounded-md bg-brand-soft p-3">
              <CheckIcon className="text-brand-ink" />
              <span>
                <strong className="block">{way.name}</strong>
                {way.text}
              </span>
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}
