import { findCountry, type CountryCode, type DestinationCode } from '@sesa/contract'
import { formatAmount, usualAmount } from '@sesa/money'
import { useEffect, useEffectEvent, useState } from 'react'
import * as i18n from '@sesa/contract/i18n'
import { MoneyField } from '@sesa/ui/fields/money-field.tsx'
import { useConversion, type Side } from '../../lib/use-conversion.ts'

interface CalculatorProps {
  from: CountryCode
  to: DestinationCode
  typed?: Readonly<Record<string, string>>
}

/**
 * Renders the fields of a form that leads to Send Money: both amounts of one direction, and which of them is exact.
 * Without a script, only the amount to send shows.
 */
export function Calculator({ from, to, typed = {} }: CalculatorProps) {
  const [sent, received] = [findCountry(from)?.currency ?? 'USD', findCountry(to)?.currency ?? 'USD']
  const [side, setSide] = useState<Side>('send')
  const [{ send, receive }, setTexts] = useState<Record<Side, string>>({
    send: typed['amount'] ?? formatAmount(usualAmount(sent)),
    receive: typed['receive'] ?? '',
  })
  const { invalid, failure, busy, convert } = useConversion((texts) =>
    setTexts((before) => ({ ...before, ...texts })),
  )
  const type = (at: Side, text: string) => {
    setSide(at)
    convert(at, text, sent, received)
  }
  const start = useEffectEvent(() => {
    if (typed['receive'] === undefined) return convert('send', send, sent, received)
    // After hydration, which leaves the hidden field as the build wrote it.
    queueMicrotask(() => setSide('receive'))
    convert('receive', receive, sent, received)
  })
  useEffect(() => start(), [])

  return (
    <div className="flex flex-col gap-5">
      <input type="hidden" name="from" value={from} />
      <input type="hidden" name="to" value={to} />
      <input type="hidden" name="side" value={side} />
      <MoneyField
        id="calculator-send"
        name="amount"
        label={i18n.t('You send')}
        currency={sent}
        value={send}
        invalid={invalid === 'send'}
        pending={busy && side === 'receive'}
        onChange={(text) => type('send', text)}
      />
      <div className="hidden js:block">
        <MoneyField
          id="calculator-receive"
          name="receive"
          label={i18n.t('They receive')}
          currency={received}
          value={receive}
          invalid={invalid === 'receive'}
          pending={busy && side === 'send'}
          onChange={(text) => type('receive', text)}
        />
      </div>
      <p role="status" className="-my-2 min-h-6 font-semibold text-danger">
        {failure}
        {busy && <span className="sr-only">{i18n.t('Converting')}</span>}
        {invalid && !failure && i18n.t('Enter the amount in digits, such as 150.50.')}
      </p>
    </div>
  )
}
