import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react'
import * as v from 'valibot'
import * as i18n from '@sesa/contract/i18n'
import { useForm } from '@sesa/ui/form.ts'
import type { Failure } from '@sesa/ui/api/http.ts'
import { Button } from '@sesa/ui/button.tsx'
import { CodeField } from '@sesa/ui/fields/code-field.tsx'
import { Notice } from '@sesa/ui/feedback/notice.tsx'

interface CodeEntryProps {
  /** Changes with each code sent; the field then receives the focus. */
  codeId: string
  /** The length of the code. */
  digits: number
  /** Checks the code; resolves to a failure, or null. */
  onCode: (code: string) => Promise<Failure | null>
  /** Called with whether the form has errors, for the page's title. */
  onErrors?: (hasErrors: boolean) => void
  /** Shown above the field. */
  notice?: ReactNode
  /** Shown between the field and the button. */
  children?: ReactNode
}

const patternOf = (digits: number): RegExp => new RegExp(`^\\d{${digits}}$`)

const schemaOf = (digits: number) =>
  v.object({
    code: v.pipe(
      v.string(),
      v.regex(patternOf(digits), i18n.t('Enter the {digits}-digit code.', { digits })),
    ),
  })

/** Renders a code to type and confirm. A wrong code stays in the field for correction, and is not sent again unchanged. */
export function CodeEntry({ codeId, digits, onCode, onErrors, notice, children }: CodeEntryProps) {
  /** The rejected code: each attempt counts. */
  const [refused, setRefused] = useState('')
  const form = useForm({
    schema: schemaOf(digits),
    initial: { code: '' },
    onSubmit: async ({ code }) => {
      const failed = await onCode(code)
      setRefused(failed?.field === 'code' ? code : '')
      return failed
    },
  })
  const { attempt, summary } = form
  const field = form.field('code')
  const wrong = field.error !== undefined
  const failure = summary.find((entry) => entry.id === undefined)?.message
  const hasErrors = summary.length > 0
  const input = useRef<HTMLInputElement>(null)
  const complete = patternOf(digits).test(field.value) && field.value !== refused

  // Typing the last digit sends the code. A pasted or autofilled code waits for Confirm.
  const typed = useRef(0)
  const send = useEffectEvent(() => void form.submit())
  useEffect(() => {
    if (complete && typed.current === digits - 1) send()
    typed.current = field.value.length
  }, [complete, digits, field.value])

  // On arrival, after a rejected code and after a new one was sent, the customer types next.
  useEffect(() => input.current?.focus(), [wrong, attempt, codeId])
  useEffect(() => onErrors?.(hasErrors), [onErrors, hasErrors])

  return (
    <form noValidate onSubmit={(event) => void form.submit(event)} className="flex flex-col gap-6">
      {failure !== undefined && (
        <Notice tone="error" title={i18n.t('The code was not checked')}>
          {failure}
        </Notice>
      )}
      {notice}
      <CodeField
        {...field}
        digits={digits}
        ref={input}
        label={i18n.t('{digits}-digit code', { digits })}
        hint={i18n.t('It expires in 10 minutes.')}
      />
      {children}
      <Button
        type="submit"
        size="lg"
        full
        busy={form.busy}
        busyLabel={i18n.t('Checking the code')}
        disabled={!complete}
      >
        {i18n.t('Confirm')}
      </Button>
    </form>
  )
}
