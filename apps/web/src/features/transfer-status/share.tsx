import { useRef, useState } from 'react'
import { calls, type TransferDetail } from '@sesa/contract'
import { firstNameOf, formatMinor } from '@sesa/ui/format.ts'
import { Button, ButtonLink, ButtonRow } from '@sesa/ui/button.tsx'
import { Notice } from '@sesa/ui/feedback/notice.tsx'
import { Card } from '@sesa/ui/layout/card.tsx'
import { tryCall } from '../../lib/api/api.ts'
import { shareText, whatsAppHref } from './sharing.ts'

type State =
  | { readonly is: 'idle' | 'stopped' }
  | { readonly is: 'ready'; readonly url: string; readonly copied: boolean }
  | { readonly is: 'failed'; readonly title: string; readonly message: string }

/** Shares a link that shows the recipient the transfer's progress, and ends all such links. */
export default function ShareTransfer({ detail }: { detail: TransferDetail }) {
  const [state, setState] = useState<State>({ is: 'idle' })
  const [busy, setBusy] = useState<'share' | 'stop' | null>(null)
  const field = useRef<HTMLInputElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const first = firstNameOf(detail.recipient)
  const text = shareText(detail.status, formatMinor(detail.receive_amount, detail.receive_currency))
  const params = { payment_id: detail.payment_id }

  const share = async () => {
    setBusy('share')
    const { data, error } = await tryCall(calls.createTrackingLink, { params })
    setBusy(null)
    if (error) {
      setState({ is: 'failed', title: 'We couldn’t make the link', message: error.message })
      return
    }
    setState({ is: 'ready', url: data.url, copied: false })
    // The other ways stay on the page, even if the sheet is closed or the browser refuses it.
    if ('share' in navigator) await navigator.share({ text, url: data.url }).catch(() => undefined)
  }
  const stop = async () => {
    setBusy('stop')
    const { error } = await tryCall(calls.endTrackingLinks, { params })
    setBusy(null)
    if (error) {
      setState({ is: 'failed', title: 'We couldn’t stop sharing', message: error.message })
      return
    }
    setState({ is: 'stopped' })
    // The pressed button is gone.
    heading.current?.focus()
  }
  const copy = async (url: string) => {
    try {
      await navigator.clipboard.writeText(url)
      setState({ is: 'ready', url, copied: true })
    } catch {
      // Without permission, the customer copies the selected link.
      field.current?.select()
    }
  }

  return (
    <Card className="flex flex-col gap-4">
      <h2 ref={heading} tabIndex={-1} className="text-2xl">
        Share with {first}
      </h2>
      <p>
        {first} can follow this transfer without an account. The link shows the amount and your first name.
      </p>
      {state.is === 'ready' && (
        <div className="flex flex-col gap-4">
          <label className="flex flex-col gap-1.5 font-semibold">
            Link
            <input
              ref={field}
              readOnly
              value={state.url}
              onFocus={(event) => event.currentTarget.select()}
              className="min-h-12 w-full rounded-md border-2 border-edge bg-surface px-3 font-normal"
            />
          </label>
          <ButtonRow>
            <ButtonLink href={whatsAppHref(text, state.url)} target="_blank" rel="noreferrer">
              Send on WhatsApp
            </ButtonLink>
            <Button variant="secondary" onClick={() => void copy(state.url)}>
              {state.copied ? 'Copied' : 'Copy link'}
            </Button>
          </ButtonRow>
          <p role="status" className="sr-only">
            {state.copied && 'Link copied'}
          </p>
        </div>
      )}
      {state.is === 'stopped' && (
        <Notice tone="ok" title="You’ve stopped sharing">
          No link to this transfer works any more, including the one in {first}’s text message.
        </Notice>
      )}
      {state.is === 'failed' && (
        <Notice tone="error" title={state.title}>
          {state.message}
        </Notice>
      )}
      <ButtonRow>
        {state.is !== 'ready' && (
          <Button busy={busy === 'share'} busyLabel="Making a link" onClick={() => void share()}>
            Share
          </Button>
        )}
        {state.is !== 'stopped' && (
          <Button variant="quiet" className="mx-0" busy={busy === 'stop'} onClick={() => void stop()}>
            Stop sharing
          </Button>
        )}
      </ButtonRow>
    </Card>
  )
}
