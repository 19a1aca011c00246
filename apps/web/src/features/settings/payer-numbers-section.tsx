import { useRef, useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { calls, formatPhone } from '@sesa/contract'
import * as i18n from '@sesa/contract/i18n'
import { LoadTrouble } from '@sesa/ui/feedback/load-trouble.tsx'
import { useToast } from '@sesa/ui/feedback/toast.tsx'
import { useLoadState } from '@sesa/ui/load-state.ts'
import { noWrap } from '@sesa/ui/layout/no-wrap.tsx'
import { tryCall } from '../../lib/api/api.ts'
import { NUMBERS_KEY, usePayerNumbers } from '../../lib/payer-numbers.ts'
import { PressRow } from './press-row.tsx'
import { Section } from './section.tsx'

/** Lists the numbers that only pay, each with its removal. Without any there is nothing to show: they are added in Send Money. */
export default function PayerNumbersSection() {
  const client = useQueryClient()
  const toast = useToast()
  const heading = useRef<HTMLHeadingElement>(null)
  const [hasRemoved, setRemoved] = useState(false)
  const numbers = usePayerNumbers()
  const state = useLoadState(numbers)
  const others = numbers.data?.numbers.filter(({ isSignIn }) => !isSignIn) ?? []
  if (others.length === 0 && !hasRemoved && !numbers.isError) return null

  const remove = async (phone: string) => {
    const { data: left, error } = await tryCall(calls.removePayerNumber, { params: { phone } })
    if (error) return error
    setRemoved(true)
    client.setQueryData(NUMBERS_KEY, left)
    toast(i18n.t('Number removed'))
    heading.current?.focus()
    return null
  }
  return (
    <Section
      headingRef={heading}
      title={i18n.t('Other numbers you pay from')}
      lead={i18n.t('You can pay by mobile money from them. They don’t sign you in.')}
    >
      <LoadTrouble what={i18n.t('the numbers you pay from')} state={state} />
      {numbers.data && others.length === 0 ? (
        <p className="text-muted">{i18n.t('None. You can add one when you pay.')}</p>
      ) : (
        <ul className="flex flex-col gap-3">
          {others.map(({ phone }) => (
            <li key={phone}>
              <PressRow
                title={noWrap(formatPhone(phone))}
                action={i18n.t('Remove')}
                actionLabel={i18n.t('Remove {number}', { number: formatPhone(phone) })}
                onPress={() => remove(phone)}
              >
                {null}
              </PressRow>
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}
