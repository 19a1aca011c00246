import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams } from 'react-router'
import { TOPIC_WORDS } from '@sesa/contract'
import { officeCalls, type OfficeEnquiryPage } from '@sesa/contract/office'
import { formatMoment } from '@sesa/web/format'
import { serverNow, type Failure } from '@sesa/web/http'
import { Button, ButtonRow, TextLink } from '@sesa/web/ui/button.tsx'
import { useToast } from '@sesa/web/ui/feedback/toast.tsx'
import { TextArea } from '@sesa/web/ui/fields/text-area.tsx'
import { Facts, type Fact } from '@sesa/web/ui/layout/card.tsx'
import { Page } from '@sesa/web/ui/layout/page.tsx'
import { callOffice, tryCall, type Outcome } from '../../lib/api.ts'
import { paths } from '../../lib/paths.ts'
import { useMe } from '../../lib/session.ts'
import { dueText, readable } from '../../lib/words.ts'
import { Loaded } from '../../parts/loaded.tsx'
import { Refusal } from '../../parts/refusal.tsx'
import { Section } from '../../parts/section.tsx'

const MOST = 5_000

/** One conversation with a customer: its messages, who works on it, and the answer. */
export default function EnquiryPage() {
  const { number = '' } = useParams()
  const shown = useQuery({
    queryKey: ['enquiries', 'one', number],
    queryFn: ({ signal }) => callOffice(officeCalls.showEnquiry, { params: { number }, signal }),
  })
  return (
    <Page title={`Enquiry ${number}`} documentTitle="Enquiry" width="wide">
      <Loaded query={shown} what="this enquiry">
        {(page) => (
          <div className="grid items-start gap-6 lg:grid-cols-2">
            <Thread messages={page.messages} />
            <div className="flex flex-col gap-6">
              <About page={page} />
              {page.state !== 'closed' && <Answer page={page} />}
            </div>
          </div>
        )}
      </Loaded>
    </Page>
  )
}

function Thread({ messages }: Pick<OfficeEnquiryPage, 'messages'>) {
  return (
    <Section title="Messages">
      <ol className="flex flex-col gap-5">
        {messages.map(({ id, author, staff, text, at }) => (
          <li key={id} className={author === 'staff' ? 'border-l-4 border-line pl-4' : ''}>
            <p className="font-semibold">
              {author === 'customer' ? 'The customer' : (staff ?? 'Staff')}, {formatMoment(at)}
            </p>
            <p className="whitespace-pre-wrap wrap-anywhere">{text}</p>
          </li>
        ))}
      </ol>
    </Section>
  )
}

function factsOf({
  topic,
  state,
  customerId,
  reference,
  openedAt,
  answerBy,
  latestBy,
  assignee,
}: OfficeEnquiryPage) {
  const facts: Fact[] = [
    { key: 'topic', label: 'Topic', value: TOPIC_WORDS[topic] },
    { key: 'state', label: 'State', value: readable(state) },
    { key: 'assignee', label: 'Assigned to', value: assignee?.name ?? 'Nobody' },
    {
      key: 'customer',
      label: 'Customer',
      value: <TextLink href={paths.customer(customerId)}>The account</TextLink>,
    },
    ...(reference === null
      ? []
      : [
          {
            key: 'transfer',
            label: 'Transfer',
            value: <TextLink href={paths.transfer(reference)}>{reference}</TextLink>,
          },
        ]),
    { key: 'opened', label: 'Opened', value: formatMoment(openedAt) },
  ]
  if (answerBy === null || state === 'closed') return facts
  return [
    ...facts,
    { key: 'due', label: 'Answer due in', value: dueText(answerBy, serverNow()) },
    ...(latestBy === null ? [] : [{ key: 'latest', label: 'At the latest', value: formatMoment(latestBy) }]),
  ]
}

/** Stores what a call answered, so that the page shows it at once. */
function useTake(number: string) {
  const client = useQueryClient()
  return async ({ data, error }: Outcome<OfficeEnquiryPage>): Promise<Failure | null> => {
    if (error) return error
    client.setQueryData(['enquiries', 'one', number], data)
    await client.invalidateQueries({ queryKey: ['enquiries', 'list'] })
    return null
  }
}

function About({ page }: { page: OfficeEnquiryPage }) {
  const me = useMe()
  const take = useTake(page.number)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  const isMine = page.assignee?.id === me.id
  const assign = async (mine: boolean): Promise<void> => {
    setBusy(true)
    const input = { params: { number: page.number }, body: { mine } }
    setFailure(await take(await tryCall(officeCalls.assignEnquiry, input)))
    setBusy(false)
  }
  return (
    <Section title="About">
      <Facts compact facts={factsOf(page)} />
      {failure && <Refusal failure={failure} />}
      {page.state !== 'closed' && (page.assignee === null || isMine) && (
        <div>
          <Button
            variant="secondary"
            busy={busy}
            busyLabel={isMine ? 'Giving it back' : 'Taking it'}
            onClick={() => void assign(!isMine)}
          >
            {isMine ? 'Give it back' : 'Take it'}
          </Button>
        </div>
      )}
    </Section>
  )
}

function Answer({ page: { number, messages } }: { page: OfficeEnquiryPage }) {
  const client = useQueryClient()
  const toast = useToast()
  const take = useTake(number)
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState<'answer' | 'close' | null>(null)
  const [failure, setFailure] = useState<Failure | null>(null)
  const send = async (closes: boolean): Promise<void> => {
    const length = text.trim().length
    const wrong =
      length === 0 ? 'Write the answer.' : length > MOST ? `Shorten it to ${MOST} characters.` : undefined
    setProblem(wrong)
    if (wrong !== undefined || busy !== null) return
    setBusy(closes ? 'close' : 'answer')
    const body = { text: text.trim(), after: messages.at(-1)?.id ?? '', closes }
    const failed = await take(await tryCall(officeCalls.answerEnquiry, { params: { number }, body }))
    setBusy(null)
    setFailure(failed)
    if (failed === null) {
      setText('')
      toast(closes ? 'Answered and closed' : 'Answered')
    } else if (failed.code === 'enquiry_changed') {
      await client.invalidateQueries({ queryKey: ['enquiries', 'one', number] })
    }
  }
  return (
    <Section title="Answer">
      <p>The customer reads it in the app, and gets it by email unless they have switched that off.</p>
      {failure && <Refusal failure={failure} />}
      <TextArea id="answer" label="Answer" rows={8} value={text} onChange={setText} error={problem} />
      <ButtonRow>
        <Button busy={busy === 'answer'} busyLabel="Sending" onClick={() => void send(false)}>
          Send
        </Button>
        <Button
          variant="secondary"
          busy={busy === 'close'}
          busyLabel="Sending and closing"
          onClick={() => void send(true)}
        >
          Send and close
        </Button>
      </ButtonRow>
    </Section>
  )
}
