import { useEffect, useRef, useState, type ReactNode } from 'react'
import { calls, type TransferDetail } from '@sesa/contract'
import * as i18n from '@sesa/contract/i18n'
import { firstNameOf, formatMinor } from '@sesa/ui/format.ts'
import { Button, ButtonLink, ButtonRow } from '@sesa/ui/button.tsx'
import { Notice } from '@sesa/ui/feedback/notice.tsx'
import { Card } from '@sesa/ui/layout/card.tsx'
import { tryCall } from '../../lib/api/api.ts'
import { shareText, whatsAppHref } from './sharing.ts'

interface Said {
  readonly tone: 'ok' | 'error'
  readonly title: string
  readonly text: string
}

interface ShareTransferProps {
  detail: TransferDetail
  /** The button before Share. */
  children: ReactNode
}

/** Shares a link that shows the recipient the transfer's progress. Once one is shared, also ends all such links. */
export default function ShareTransfer({ detail, children }: ShareTransferProps) {
  /** The link that was shared here; null before, and once all links have ended. */
  const [url, setUrl] = useState<string | null>(null)
  const [isCopied, setCopied] = useState(false)
  const [said, setSaid] = useState<Said | null>(null)
  const [busy, setBusy] = useState<'share' | 'stop' | null>(null)
  const field = useRef<HTMLInputElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const first = firstNameOf(detail.recipient)
  const text = shareText(detail.status, formatMinor(detail.receive_amount, detail.receive_currency))
  const params = { payment_id: detail.payment_id }
  // The link appears below the pressed button, and with it disappears the button that ends it.
  useEffect(() => {
    if (url !== null || said !== null) heading.current?.focus()
  }, [url, said])

  const share = async () => {
    setBusy('share')
    const { data, error } = await tryCall(calls.createTrackingLink, { params })
    setBusy(null)
    if (error) {
      setSaid({ tone: 'error', title: i18n.t('We couldn’t make the link'), text: error.message })
      return
    }
    setSaid(null)
    setUrl(data.url)
    setCopied(false)
    // The other ways stay on the page, even if the sheet is closed or the browser refuses it.
    if ('share' in navigator) await navigator.share({ text, url: data.url }).catch(() => undefined)
  }
  const stop = async () => {
    setBusy('stop')
    const { error } = await tryCall(calls.endTrackingLinks, { params })
    setBusy(null)
    if (error) {
      setSaid({ tone: 'error', title: i18n.t('We couldn’t stop sharing'), text: error.message })
      return
    }
    setUrl(null)
    setSaid({
      tone: 'ok',
      title: i18n.t('You’ve stopped sharing'),
      text: i18n.t('No link to this transfer works any more, including the one in {first}’s text message.', {
        first,
      }),
    })
  }
  const copy = async (link: string) => {
    try {
      await navigator.clipboard.writeText(link)
      setCopied(true)
    } catch {
      // Without permission, the customer copies the selected link.
      field.current?.select()
    }
  }

  return (
    <>
      <ButtonRow>
        {children}
        <Button
          size="lg"
          variant="secondary"
          busy={busy === 'share'}
          busyLabel={i18n.t('Making a link')}
          onClick={() => void share()}
        >
          {i18n.t('Share')}
        </Button>
      </ButtonRow>
      {(url !== null || said !== null) && (
        <Card className="flex flex-col gap-4">
          <h2 ref={heading} tabIndex={-1} className="text-2xl">
            {i18n.t('Share with {first}', { first })}
          </h2>
          {url !== null && (
            <>
              <p>
                {i18n.t(
                  '{first} can follow this transfer without an account. The link shows the amount and your first name.',
                  { first },
                )}
              </p>
              <label className="flex flex-col gap-1.5 font-semibold">
                {i18n.t('Link')}
                <input
                  ref={field}
                  readOnly
                  value={url}
                  onFocus={(event) => event.currentTarget.select()}
                  className="min-h-12 w-full rounded-md border-2 border-edge bg-surface px-3 font-normal"
                />
              </label>
              <ButtonRow>
                <ButtonLink href={whatsAppHref(text, url)} target="_blank" rel="noreferrer">
                  {i18n.t('Send on WhatsApp')}
                </ButtonLink>
                <Button variant="secondary" onClick={() => void copy(url)}>
                  {isCopied ? i18n.t('Copied') : i18n.t('Copy link')}
                </Button>
                <Button variant="quiet" className="mx-0" busy={busy === 'stop'} onClick={() => void stop()}>
                  {i18n.t('Stop sharing')}
                </Button>
              </ButtonRow>
              <p role="status" className="sr-only">
                {isCopied && i18n.t('Link copied')}
              </p>
            </>
          )}
          {said && (
            <Notice tone={said.tone} title={said.title}>
              {said.text}
            </Notice>
          )}
        </Card>
      )}
    </>
  )
}
