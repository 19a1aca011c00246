import { lazy, Suspense, useEffect, useEffectEvent, useRef, type FormEvent } from 'react'
import { isDestination, type CountryCode, type DestinationCode, type Recipient } from '@sesa/contract'
import { parseAmount } from '@sesa/money'
import * as i18n from '@sesa/contract/i18n'
import { Button } from '@sesa/ui/button.tsx'
import { ErrorSummary } from '@sesa/ui/fields/error-summary.tsx'
import { Skeleton } from '@sesa/ui/feedback/skeleton.tsx'
import { loadCode } from '../../../lib/loading/load-code.ts'
import { SectionBoundary } from '../../../lib/loading/section-boundary.tsx'
import { useEarlyForm } from '../../../lib/early-form.ts'
import { AmountFields, networkOf } from './amount-fields.tsx'
import { boundsOf, typedOutOfBounds, type Allowance } from './bounds.ts'
import { importDeclaration } from './declaration.ts'
import type { News } from './details-notices.tsx'
import { getValidator } from './lazy-validator.ts'
import { RecipientFields, type NameQuestion } from './recipient-fields.tsx'
import { SendPage } from '../send-page.tsx'
import { useAmounts } from './use-amounts.ts'
import type { DetailsConfig, DetailsForm } from './use-details.ts'
import { currencyOf, withCountry, withRecipient } from '../draft/values.ts'

/** Most visits need none of these notices. */
const DetailsNotices = lazy(() => loadCode(() => import('./details-notices.tsx')))

const DeclarationFields = lazy(async () => ({ default: (await importDeclaration()).DeclarationFields }))

interface DetailsStepProps extends Omit<News, 'moved'>, NameQuestion {
  form: DetailsForm
  owner: string
  sender: CountryCode
  config: DetailsConfig
  allowance: Allowance | null
  onUnfinished: () => void
  onTakeTheirs: () => void
  onKeepMine: () => void
}

/** Renders step 1: the amount, the recipient and the wallet. */
export function DetailsStep(props: DetailsStepProps) {
  const { form, owner, sender, config, allowance, asked, refusedFor, ...news } = props
  const { conversion, type, sendTo, moved } = useAmounts(form, sender)
  const formRef = useEarlyForm('send-money')
  const { country, fix, sendAmount, receiveAmount } = form.values
  const corridor = config.corridors.find(({ from, to }) => from === sender && to === country)
  const bounds = corridor ? boundsOf(corridor, allowance, networkOf(config, form.values)) : null
  const typed =
    fix === 'send'
      ? ({ id: 'sendAmount', text: sendAmount, currency: currencyOf(sender) } as const)
      : ({ id: 'receiveAmount', text: receiveAmount, currency: currencyOf(country) } as const)
  const problem =
    getValidator()?.typingProblem(typed.text, typed.currency) ??
    (bounds ? typedOutOfBounds(form.values, bounds, conversion.rate, conversion.busy) : undefined)
  // Only text that is not an amount disables Continue (spec, section 5); a wrong amount is explained.
  const parsed = parseAmount(typed.text, typed.currency)
  const isNoNumber = conversion.invalid !== null && !parsed.ok && parsed.reason === 'not_a_number'

  const choose = (recipient: Recipient) => {
    const { country } = recipient
    if (isDestination(country)) sendTo({ ...withRecipient(recipient), country })
  }

  const toCountry = (to: DestinationCode) => sendTo({ ...withCountry(form.values, to), country: to })

  // Continue was tapped while the other amount was loading: submit once it is available.
  const waiting = useRef(false)
  const wasBusy = useRef(false)
  const settle = useEffectEvent(() => {
    // The typed amount may have been refused only because the other one was unknown.
    if (wasBusy.current && typed.id in form.errors) form.set(typed.id, typed.text)
    const wanted = waiting.current
    waiting.current = false
    if (wanted && conversion.invalid === null && problem === undefined) void form.submit()
  })
  useEffect(() => {
    if (!conversion.busy) settle()
    wasBusy.current = conversion.busy
  }, [conversion.busy])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    // The error next to the field gives the remedy.
    if (problem !== undefined) document.getElementById(form.field(typed.id).id)?.focus()
    else if (conversion.busy) waiting.current = true
    else void form.submit()
  }

  const isNews = news.origin !== 'draft' || news.unfinished || news.conflict || news.paidId !== null || moved
  return (
    <SendPage step="details" hasError={form.summary.length > 0}>
      {isNews && (
        <SectionBoundary name={i18n.t('the changes')}>
          <Suspense fallback={null}>
            <DetailsNotices {...news} {...{ sender, moved }} />
          </Suspense>
        </SectionBoundary>
      )}
      <ErrorSummary errors={form.summary} attempt={form.attempt} />
      <form ref={formRef} noValidate onSubmit={submit} className="flex flex-col gap-4 sm:gap-6">
        <AmountFields
          {...{ form, sender, config, bounds, conversion, problem }}
          onType={type}
          onCountry={toCountry}
        />
        <RecipientFields
          {...{ form, config, owner, sender, asked, refusedFor }}
          onChoose={choose}
          onContact={sendTo}
          onCountry={toCountry}
        />
        {form.isDeclared && (
          <SectionBoundary name={i18n.t('the questions about this money')}>
            <Suspense fallback={<Skeleton lines={3} />}>
              <DeclarationFields form={form} />
            </Suspense>
          </SectionBoundary>
        )}
        <Button
          type="submit"
          size="lg"
          full
          busy={form.busy}
          busyLabel={i18n.t('Saving')}
          // A press must not move the focus out of a field: content that then shows below it would move the button
          // away.
          onMouseDown={(event) => event.preventDefault()}
          disabled={conversion.failure !== null || isNoNumber}
        >
          {i18n.t('Continue')}
        </Button>
      </form>
    </SendPage>
  )
}
