import { useEffect, useEffectEvent, useRef, type FormEvent } from 'react'
import type { Config, CountryCode } from '@sesa/contract'
import { useConversion, type Side } from '../../lib/use-conversion.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorSummary } from '../../ui/error-summary.tsx'
import { Notice } from '../../ui/notice.tsx'
import { AmountFields } from './amount-fields.tsx'
import { RecipientFields } from './recipient-fields.tsx'
import { SendPage } from './send-page.tsx'
import type { DetailsForm } from './use-details.ts'
import { currencyOf } from './values.ts'

interface DetailsStepProps {
  form: DetailsForm
  sender: CountryCode
  config: Config
  /** True when the form was filled in from an earlier transfer. */
  resent: boolean
}

/** Step 1: who gets how much, and how. */
export function DetailsStep({ form, sender, config, resent }: DetailsStepProps) {
  const { values } = form
  const { country, fix } = values
  const from = currencyOf(sender)
  const conversion = useConversion(({ send, receive }) =>
    form.setValues({
      ...(send !== undefined && { sendAmount: send }),
      ...(receive !== undefined && { receiveAmount: receive }),
    }),
  )

  const type = (side: Side, text: string) => {
    form.set('fix', side)
    conversion.convert(side, text, from, currencyOf(country))
  }

  // An amount that was kept may have been priced a while ago. One that the server has just refused stays, with the reason.
  const refresh = useEffectEvent(() => {
    const text = fix === 'send' ? values.sendAmount : values.receiveAmount
    if (text !== '' && form.summary.length === 0) conversion.convert(fix, text, from, currencyOf(country))
  })
  useEffect(() => refresh(), [])

  // Continue pressed while the other amount is still on its way goes on when it has come.
  const waiting = useRef(false)
  const goOn = useEffectEvent(() => {
    const wanted = waiting.current
    waiting.current = false
    if (wanted && conversion.invalid === null) void form.submit()
  })
  useEffect(() => {
    if (!conversion.busy) goOn()
  }, [conversion.busy])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (conversion.busy) waiting.current = true
    else void form.submit()
  }

  return (
    <SendPage step="details" hasError={form.summary.length > 0}>
      {resent && (
        <Notice title="Filled in from your earlier transfer">
          The rate and the fee may differ from last time. Check the amounts before you go on.
        </Notice>
      )}
      <ErrorSummary errors={form.summary} attempt={form.attempt} />
      <form noValidate onSubmit={submit} className="flex flex-col gap-6">
        <AmountFields {...{ form, sender, config, conversion }} onType={type} />
        <RecipientFields {...{ form, config }} />
        <Button
          type="submit"
          size="lg"
          full
          busy={form.busy}
          busyLabel="Saving"
          disabled={conversion.invalid !== null}
        >
          Continue
        </Button>
      </form>
    </SendPage>
  )
}
