import { useState } from 'react'
import { useParams } from 'react-router'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { calls, ERRORS, TOPIC_WORDS, type Enquiry } from '@sesa/contract'
import * as v from 'valibot'
import * as i18n from '@sesa/contract/i18n'
import { ApiError } from '@sesa/ui/api/http.ts'
import { formatDate, formatTime } from '@sesa/ui/format.ts'
import { useLoadState } from '@sesa/ui/load-state.ts'
import { Button, ButtonLink, TextLink } from '@sesa/ui/button.tsx'
import { LoadTrouble } from '@sesa/ui/feedback/load-trouble.tsx'
import { Notice } from '@sesa/ui/feedback/notice.tsx'
import { LoadingCard } from '@sesa/ui/feedback/loading-card.tsx'
import { useToast } from '@sesa/ui/feedback/toast.tsx'
import { ErrorSummary } from '@sesa/ui/fields/error-summary.tsx'
import { TextArea } from '@sesa/ui/fields/text-area.tsx'
import { noWrap } from '@sesa/ui/layout/no-wrap.tsx'
import { Page } from '@sesa/ui/layout/page.tsx'
import { callApi, tryCall } from '../../lib/api/api.ts'
import { formMemory } from '../../lib/forms/form-memory.ts'
import { useRememberedForm } from '../../lib/forms/remembered-form.ts'
import { paths, transferStatusPath } from '../../lib/paths.ts'
import { randomId } from '../../lib/random-id.ts'
import { useSession } from '../../lib/session/session.ts'
import { messageText } from './message-schema.ts'
import { StateTag } from './state-tag.tsx'

/** An answer may arrive while the page is open. */
const ASK_AGAIN_MS = 30_000

/** Renders one conversation with support. */
export default function ThreadPage() {
  const { id = '' } = useParams()
  const query = useQuery({
    queryKey: ['enquiries', id],
    queryFn: ({ signal }) => callApi(calls.getEnquiry, { params: { id }, signal }),
    refetchInterval: ASK_AGAIN_MS,
  })
  const state = useLoadState(query)
  const enquiry = query.data?.enquiry
  const [hasError, setHasError] = useState(false)
  if (query.error instanceof ApiError && [400, 404].includes(query.error.status)) return <NoThread />

  return (
    <Page
      title={enquiry ? TOPIC_WORDS[enquiry.topic] : i18n.t('Message')}
      hasError={hasError}
      lead={
        enquiry &&
        (enquiry.topic === 'complaint'
          ? i18n.t('Complaint {number}', { number: enquiry.number })
          : i18n.t('Question {number}', { number: enquiry.number }))
      }
    >
      <p>
        <TextLink href={paths.messages} className="inline-flex min-h-12 items-center">
          {i18n.t('All messages')}
        </TextLink>
      </p>
      <LoadTrouble what={i18n.t('this conversation')} state={state} />
      {!enquiry && state.loading && <LoadingCard lines={5} />}
      {enquiry && <Thread enquiry={enquiry} onErrors={setHasError} />}
    </Page>
  )
}

function NoThread() {
  return (
    <Page
      title={i18n.t('Message not found')}
      lead={i18n.t('There is no conversation at this address in your account.')}
    >
      <div>
        <ButtonLink href={paths.messages}>{i18n.t('All messages')}</ButtonLink>
      </div>
    </Page>
  )
}

interface ThreadProps {
  enquiry: Enquiry
  onErrors: (hasErrors: boolean) => void
}

function Thread({ enquiry, onErrors }: ThreadProps) {
  const { state, payment_id: paymentId, reference, messages } = enquiry
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <StateTag state={state} />
        {paymentId !== null && reference !== null && (
          <TextLink
            href={transferStatusPath(paymentId, 'view')}
            className="inline-flex min-h-12 items-center"
          >
            {i18n.t('Transfer {reference}', { reference })}
          </TextLink>
        )}
      </div>
      <Deadlines enquiry={enquiry} />
      <ol aria-label={i18n.t('Messages')} aria-live="polite" className="flex flex-col gap-4">
        {messages.map((message) => (
          <Message key={message.id} {...message} />
        ))}
      </ol>
      {state === 'closed' ? (
        <Notice
          action={
            <ButtonLink href={paths.newMessage} variant="secondary">
              {i18n.t('Start a new conversation')}
            </ButtonLink>
          }
        >
          {i18n.t('This conversation is closed.')}
        </Notice>
      ) : (
        <Reply enquiry={enquiry} onErrors={onErrors} />
      )}
    </>
  )
}

/** Shows our deadlines for a complaint. */
function Deadlines({ enquiry: { number, answerBy, latestBy, state } }: { enquiry: Enquiry }) {
  if (answerBy === null || state !== 'waiting') return null
  return (
    <Notice title={i18n.t('We’ll answer by {answerBy}', { answerBy: formatDate(answerBy) })}>
      {latestBy !== null && latestBy > answerBy && (
        <>
          {i18n.t(
            'If your case is difficult, we’ll tell you by then, and answer by {latestBy} at the latest.',
            { latestBy: formatDate(latestBy) },
          )}{' '}
        </>
      )}
      {noWrap(i18n.t('Your complaint’s number is {number}.', { number }))}{' '}
      <TextLink href={paths.complaints}>{i18n.t('How complaints work')}</TextLink>
    </Notice>
  )
}

function Message({ author, text, at }: Enquiry['messages'][number]) {
  const isOurs = author === 'staff'
  return (
    <li
      className={
        isOurs
          ? 'mr-6 rounded-lg border border-line bg-surface p-4 sm:mr-16'
          : 'ml-6 rounded-lg bg-brand-soft p-4 sm:ml-16'
      }
    >
      <p className="flex flex-wrap justify-between gap-x-4">
        <strong>{isOurs ? i18n.t('Sesa') : i18n.t('You')}</strong>
        <time dateTime={at} className="text-muted">
          {formatDate(at)}, {formatTime(at)}
        </time>
      </p>
      <p className="mt-2 break-words whitespace-pre-line">{text}</p>
    </li>
  )
}

const schema = v.object({ message: messageText })

/** An unsent reply, for the conversation it was typed into. */
const memory = formMemory<{ message: string }>()

function Reply({ enquiry, onErrors }: ThreadProps) {
  const { user } = useSession()
  const client = useQueryClient()
  const toast = useToast()
  // Kept until the server has the message, so that a retry adds it only once.
  const [messageId, setMessageId] = useState(randomId)
  const form = useRememberedForm({
    keeper: memory,
    uid: `${user?.uid ?? ''}:${enquiry.id}`,
    onErrors,
    schema,
    initial: { message: '' },
    onSubmit: async ({ message }) => {
      const { id } = enquiry
      const { data, error } = await tryCall(calls.addEnquiryMessage, {
        params: { id },
        body: { messageId, message },
      })
      if (error)
        return error.code === 'enquiry_closed' ? { ...error, message: ERRORS.enquiry_closed.message } : error
      client.setQueryData(['enquiries', id], data)
      void client.invalidateQueries({ queryKey: ['enquiries'], exact: true })
      memory.forget()
      form.setValues({ message: '' })
      setMessageId(randomId())
      toast(i18n.t('Message sent'))
      return null
    },
  })
  return (
    <form noValidate onSubmit={(event) => void form.submit(event)} className="flex flex-col gap-5">
      <ErrorSummary errors={form.summary} attempt={form.attempt} />
      <TextArea label={i18n.t('Add a message')} rows={4} {...form.field('message')} />
      <div>
        <Button
          type="submit"
          size="lg"
          busy={form.busy}
          busyLabel={i18n.t('Sending')}
          className="max-sm:w-full"
        >
          {i18n.t('Send')}
        </Button>
      </div>
    </form>
  )
}
