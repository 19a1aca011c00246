import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { calls, ENQUIRY_TOPICS, TOPIC_WORDS, type EnquiryTopic, type Transfer } from '@sesa/contract'
import * as v from 'valibot'
import * as i18n from '@sesa/contract/i18n'
import { rich } from '@sesa/ui/rich.tsx'
import { formatDate, formatMinor } from '@sesa/ui/format.ts'
import { Button, ButtonLink, ButtonRow, TextLink } from '@sesa/ui/button.tsx'
import { Notice } from '@sesa/ui/feedback/notice.tsx'
import { useToast } from '@sesa/ui/feedback/toast.tsx'
import { ErrorSummary } from '@sesa/ui/fields/error-summary.tsx'
import { SelectField } from '@sesa/ui/fields/select-field.tsx'
import { TextArea } from '@sesa/ui/fields/text-area.tsx'
import { Card } from '@sesa/ui/layout/card.tsx'
import { Page } from '@sesa/ui/layout/page.tsx'
import { callApi, tryCall } from '../../lib/api/api.ts'
import { formMemory } from '../../lib/forms/form-memory.ts'
import { useRememberedForm } from '../../lib/forms/remembered-form.ts'
import { messagePath, paths } from '../../lib/paths.ts'
import { randomId } from '../../lib/random-id.ts'
import { useSession } from '../../lib/session/session.ts'
import { messageText } from './message-schema.ts'

interface MessageValues extends Record<string, string> {
  topic: EnquiryTopic | ''
  transfer: string
  message: string
}

const TOPICS = ENQUIRY_TOPICS.map((value) => ({ value, label: TOPIC_WORDS[value] }))
/** The option for no transfer; the empty value means that no option was chosen yet. */
const NONE = { value: 'none', label: i18n.t('Not about a transfer') }
const LIST_LENGTH = '20'

const schema = v.object({
  topic: v.picklist(ENQUIRY_TOPICS, i18n.t('Choose what it is about.')),
  transfer: v.string(),
  message: messageText,
})

const memory = formMemory<MessageValues>()

/** Renders the form for a new question or complaint, with the transfer attached. */
export default function NewMessagePage() {
  const { user } = useSession()
  const [query] = useSearchParams()
  const [hasError, setHasError] = useState(false)
  // Any link can set the address, so read only known values from it.
  const named = query.get('reference') ?? ''
  const reference = /^S-[0-9A-Z]{8}$/.test(named) ? named : null
  const topic = ENQUIRY_TOPICS.find((one) => one === query.get('topic'))
  const transfers = useTransfers(reference)

  return (
    <Page
      title={i18n.t('Write to us')}
      hasError={hasError}
      lead={i18n.t('A person reads every message. We answer here, usually within one working day.')}
    >
      {transfers.failed && (
        <Notice tone="warn">
          {i18n.t(
            'We couldn’t load your transfers. Add the reference to your message instead. It starts with S-.',
          )}
        </Notice>
      )}
      {user && transfers.ready && (
        <MessageForm
          uid={user.uid}
          topic={topic ?? ''}
          transfers={transfers.list}
          chosen={transfers.list.find((one) => one.reference === reference)?.payment_id ?? ''}
          onErrors={setHasError}
        />
      )}
      {!transfers.ready && (
        <p role="status" className="text-muted">
          {i18n.t('Loading')}
        </p>
      )}
      <p className="text-muted">
        {rich(
          i18n.t(
            'Never tell anyone your card number or a code that we sent you. Quick answers are in our <link>help</link>.',
          ),
          { link: (text) => <TextLink href={paths.help}>{text}</TextLink> },
        )}
      </p>
    </Page>
  )
}

/** Returns the latest transfers, and the one with this reference. */
function useTransfers(reference: string | null): {
  ready: boolean
  failed: boolean
  list: readonly Transfer[]
} {
  const latest = useQuery({
    queryKey: ['transfers-to-ask-about'],
    queryFn: ({ signal }) => callApi(calls.listTransfers, { query: { limit: LIST_LENGTH }, signal }),
  })
  const one = useQuery({
    queryKey: ['transfers-to-ask-about', reference],
    queryFn: ({ signal }) => callApi(calls.listTransfers, { query: { search: reference ?? '' }, signal }),
    enabled: reference !== null,
  })
  const named = one.data?.transfers.filter((transfer) => transfer.reference === reference) ?? []
  const rest = latest.data?.transfers.filter((transfer) => transfer.reference !== reference) ?? []
  const waits = latest.isPending || (reference !== null && one.isPending)
  // Offline, the form opens without the list.
  const isPaused = latest.fetchStatus === 'paused' || one.fetchStatus === 'paused'
  return { ready: !waits || isPaused, failed: latest.isError || one.isError, list: [...named, ...rest] }
}

interface MessageFormProps {
  uid: string
  topic: EnquiryTopic | ''
  transfers: readonly Transfer[]
  /** The payment id of the transfer in the address. */
  chosen: string
  onErrors: (hasErrors: boolean) => void
}

function MessageForm({ uid, topic, transfers, chosen, onErrors }: MessageFormProps) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const toast = useToast()
  // An unsent question about another transfer must not be sent about this one.
  useState(() => {
    const unsent = memory.kept(uid)
    if (chosen !== '' && unsent && unsent.transfer !== chosen) memory.forget()
  })
  // The same id until the server has it, so that a retry opens only one conversation.
  const [id] = useState(randomId)
  const form = useRememberedForm({
    keeper: memory,
    uid,
    onErrors,
    schema,
    initial: { topic, transfer: chosen, message: '' },
    fieldOf: { payment_id: 'transfer' },
    onSubmit: async ({ transfer, ...rest }) => {
      const isAbout = transfer !== '' && transfer !== NONE.value
      const body = { id, ...rest, ...(isAbout && { payment_id: transfer }) }
      const { data, error } = await tryCall(calls.openEnquiry, { body })
      if (error) return error
      memory.forget()
      client.setQueryData(['enquiries', id], data)
      void client.invalidateQueries({ queryKey: ['enquiries'], exact: true })
      toast(i18n.t('Message sent'))
      void navigate(messagePath(id), { replace: true })
      return null
    },
  })
  const isComplaint = form.values.topic === 'complaint'

  return (
    <form noValidate onSubmit={(event) => void form.submit(event)} className="flex flex-col gap-6">
      <ErrorSummary errors={form.summary} attempt={form.attempt} />
      <Card className="flex flex-col gap-6">
        <SelectField<EnquiryTopic>
          label={i18n.t('What is it about?')}
          placeholder={i18n.t('Choose one')}
          options={TOPICS}
          {...form.field('topic')}
        />
        {transfers.length > 0 && (
          <SelectField
            label={i18n.t('Which transfer?')}
            placeholder={i18n.t('Choose one')}
            options={[...transfers.map(optionOf), NONE]}
            {...form.field('transfer')}
          />
        )}
        <TextArea
          label={i18n.t('Message')}
          hint={
            isComplaint
              ? i18n.t('Say what went wrong, and what you want us to do.')
              : i18n.t('Say what happened, and when.')
          }
          rows={6}
          {...form.field('message')}
        />
        {isComplaint && (
          <p className="text-muted">
            {rich(
              i18n.t(
                'We’ll give you a complaint number and an answer date. It’s free. <link>How complaints work</link>',
              ),
              {
                link: (text) => (
                  <TextLink href={paths.complaints} target="_blank">
                    {text}
                  </TextLink>
                ),
              },
            )}
          </p>
        )}
      </Card>
      <ButtonRow>
        <Button type="submit" size="lg" busy={form.busy} busyLabel={i18n.t('Sending')}>
          {i18n.t('Send')}
        </Button>
        <ButtonLink href={paths.messages} variant="secondary" size="lg" onClick={memory.forget}>
          {i18n.t('Cancel')}
        </ButtonLink>
      </ButtonRow>
    </form>
  )
}

function optionOf(transfer: Transfer): { value: string; label: string } {
  const { payment_id: value, recipient, amount, currency, date } = transfer
  return { value, label: `${recipient}, ${formatMinor(amount, currency)}, ${formatDate(date)}` }
}
