import { useEffect, useRef } from 'react'
import { Notice } from '@sesa/ui/feedback/notice.tsx'
import { UNEXPECTED } from './review-state.ts'

interface PaymentMessageProps {
  message: string
  isFieldError: boolean
}

/** Says why the card was not charged, in view. */
export function PaymentMessage({ message, isFieldError }: PaymentMessageProps) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    box.current?.scrollIntoView({ block: 'nearest' })
  }, [message])

  // The form itself shows what is wrong with a field.
  if (isFieldError) {
    return (
      <p role="alert" className="sr-only">
        {message}
      </p>
    )
  }
  return (
    <div ref={box}>
      <Notice tone="error" title={message}>
        {message === UNEXPECTED
          ? 'You can safely try again: one transfer is never charged twice.'
          : 'You weren’t charged. Check your card details or try another card.'}
      </Notice>
    </div>
  )
}
