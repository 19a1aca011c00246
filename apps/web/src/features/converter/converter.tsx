import { COUNTRIES, findCountry, type CountryCode } from '@sesa/contract'
import { useEffect, useEffectEvent, useState } from 'react'
import * as i18n from '@sesa/contract/i18n'
import { CountrySelect } from '@sesa/ui/fields/country-select.tsx'
import { MoneyField } from '@sesa/ui/fields/money-field.tsx'
import { findCountries } from '../../lib/forms/find-countries.ts'
import { useConversion, type Side } from '../../lib/use-conversion.ts'

const EXAMPLE = '1,000.00'

/**
 * Renders a converter between our currencies; both sides are editable. Shows neither fee nor rate. The fields belong to
 * a form that passes the amount, the exact side and both countries to Send Money.
 */
export function Converter({ typed = {} }: { typed?: Readonly<Record<string, string>> }) {
  // The list's entries at index 1 and 2 (spec, section 4).
  const [from, setFrom] = useState<CountryCode>('LR')
  const [to, setTo] = useState<CountryCode>('GH')
  const [texts, setTexts] = useState<Record<Side, string>>({ send: EXAMPLE, receive: '' })
  const { send } = texts
  const { invalid, failure, busy, convert } = useConversion((converted) =>
    setTexts((before) => ({ ...before, ...converted })),
  )
  const [side, setSide] = useState<Side>('send')
  const currencyOf = (country: CountryCode) => findCountry(country)?.currency ?? 'USD'

  const start = useEffectEvent(() => {
    // The server names the country of a signed-in sender in a cookie.
    const sender = findCountry(/sesa_hint=(\w+)/.exec(document.cookie)?.[1] ?? '')?.code ?? from
    const destination = sender === from ? to : from
    const at = typed['receive'] === undefined ? 'send' : 'receive'
    // After hydration, which leaves the fields as the build wrote them.
    queueMicrotask(() => {
      setFrom(sender)
      setTo(destination)
      setSide(at)
    })
    convert(at, typed['receive'] ?? typed['amount'] ?? EXAMPLE, currencyOf(sender), currencyOf(destination))
  })
  useEffect(() => start(), [])

  const type = (at: Side, text: string, sender = from, recipient = to) => {
    setSide(at)
    convert(at, text, currencyOf(sender), currencyOf(recipient))
  }

  const field = (at: Side, country: CountryCode, choose: (country: CountryCode) => void) => {
    const isSend = at === 'send'
    return (
      <MoneyField
        id={`converter-${at}`}
        name={isSend ? 'amount' : at}
        label={isSend ? i18n.t('You send') : i18n.t('They receive')}
        placeholder={isSend ? i18n.t('Send amount') : i18n.t('Receive amount')}
        currency={currencyOf(country)}
        value={texts[at]}
        invalid={invalid === at}
        pending={busy && side !== at}
        onChange={(text) => type(at, text)}
        addon={
          <span className="w-36 shrink-0">
            <CountrySelect
              id={`converter-${isSend ? 'from' : 'to'}`}
              label={isSend ? i18n.t('Sending country') : i18n.t('Receiving country')}
              hideLabel
              joined
              shows="currency"
              countries={COUNTRIES}
              find={findCountries}
              value={country}
              onChange={choose}
            />
          </span>
        }
      />
    )
  }

  return (
    <div className="flex flex-col gap-5">
      {Object.entries({ from, to, side }).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {field('send', from, (country) => {
        setFrom(country)
        type('send', send, country)
      })}
      {field('receive', to, (country) => {
        setTo(country)
        type('send', send, from, country)
      })}
      <p role="status" className="-my-2 min-h-6 font-semibold text-danger">
        {failure}
        {busy && <span className="sr-only">{i18n.t('Converting')}</span>}
        {invalid && !failure && (
          <span className="sr-only">{i18n.t('Enter the amount in digits, such as 150.50.')}</span>
        )}
      </p>
    </div>
  )
}
