import { useEffect, useEffectEvent, useRef, type FormEvent, type ReactNode } from 'react'
import * as i18n from '@sesa/contract/i18n'
import { Button } from '@sesa/ui/button.tsx'
import { ErrorSummary, type SummaryError } from '@sesa/ui/fields/error-summary.tsx'
import { CheckIcon } from '@sesa/ui/art/icon.tsx'

interface EnquiryFormProps {
  /** Target of the form's post, by script or by the browser. */
  action: '/contact' | '/interest'
  form: {
    summary: readonly SummaryError[]
    attempt: number
    busy: boolean
    submit: (event: FormEvent) => Promise<void>
  }
  done: boolean
  sent: { title: string; text: string }
  submitLabel: string
  /** Takes over the texts typed before the script loaded. */
  onAwake: () => void
  children: ReactNode
}

/**
 * Renders a form that also works without a script: the browser posts it, and the server redirects to `#sent` of this
 * page or returns the form as filled in. With a script, it validates, sends and shows the result here.
 */
export function EnquiryForm(props: EnquiryFormProps) {
  const { action, form, done, sent, submitLabel, onAwake, children } = props
  const element = useRef<HTMLFormElement>(null)
  const panel = useRef<HTMLDivElement>(null)

  const wakeUp = useEffectEvent(() => {
    // From here on, the script validates with our own messages.
    if (element.current) element.current.noValidate = true
    onAwake()
  })
  useEffect(() => wakeUp(), [])
  useEffect(() => {
    if (done) panel.current?.focus()
  }, [done])

  const thanks = (
    <>
      <CheckIcon className="text-ok" />
      <div>
        <h3 className="text-xl">{sent.title}</h3>
        <p className="mt-1">{sent.text}</p>
      </div>
    </>
  )
  if (done) {
    return (
      <div ref={panel} tabIndex={-1} className="flex gap-3 rounded-md bg-ok-soft p-5">
        {thanks}
      </div>
    )
  }
  return (
    <form
      ref={element}
      method="post"
      action={action}
      onSubmit={(event) => void form.submit(event)}
      className="flex flex-col gap-6"
    >
      <div id="sent" className="hidden gap-3 rounded-md bg-ok-soft p-5 target:flex">
        {thanks}
      </div>
      <ErrorSummary errors={form.summary} attempt={form.attempt} />
      {children}
      <div>
        <Button type="submit" size="lg" busy={form.busy} busyLabel={i18n.t('Sending')}>
          {submitLabel}
        </Button>
      </div>
    </form>
  )
}
