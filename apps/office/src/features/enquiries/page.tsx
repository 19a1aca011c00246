import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams } from 'react-router'
import { fillTemplate, TOPIC_WORDS, unfilledIn } from '@sesa/contract'
import { officeCalls, type OfficeEnquiryPage } from '@sesa/contract/office'
import type { Outcome } from '@sesa/ui/api/client.ts'
import { formatMoment } from '@sesa/ui/format.ts'
import { serverNow, type Failure } from '@sesa/ui/api/http.ts'
import { Button, ButtonRow, TextLink } from '@sesa/ui/button.tsx'
import { useToast } from '@sesa/ui/feedback/toast.tsx'
import { SelectField } from '@sesa/ui/fields/select-field.tsx'
import { TextArea } from '@sesa/ui/fields/text-area.tsx'
import { Facts, type Fact } from '@sesa/ui/layout/card.tsx'
import { Page } from '@sesa/ui/layout/page.tsx'
import { callOffice, tryCall } from '../../lib/api.ts'
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
    { key: 'assignee', label: 'Assigned to', value: assignee?.name ?? 'Unassigned' },
    {
      key: 'customer',
      label: 'Customer',
      value: <TextLink href={paths.customer(customerId)}>Open customer</TextLink>,
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
    ...(latestBy === null ? [] : [{ key: 'latest', label: 'Final deadline', value: formatMoment(latestBy) }]),
  ]
}

/** Stores what a call answered, so that the page shows it at once. */
function useTake(number: string) {
  const client = useQueryClient()
  return async ({ data, error }: Outcome<OfficeEnquiryPage>): Promise<Failure | null> => {
    if (error) return error
    client.setQueryData(['enquiries', 'one', number], data)
    await client.invalidateQueries({ queryKey: ['work'] })
    return null
  }
}

function About({ page }: { page: OfficeEnquiryPage }) {
  const me = useMe()
  const take = useTake(page.number)
  const [chosen, setChosen] = useState('')
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  const from = page.assignee?.id ?? null
  const isMine = from === me.id
  const others = page.members.filter(({ id }) => id !== me.id && id !== from)
  const assign = async (to: string | null): Promise<void> => {
    setBusy(true)
    const input = { params: { number: page.number }, body: { from, to } }
    setFailure(await take(await tryCall(officeCalls.assignEnquiry, input)))
    setBusy(false)
    setChosen('')
  }
  return (
    <Section title="About">
      <Facts compact facts={factsOf(page)} />
      {failure && <Refusal failure={failure} />}
      {page.state !== 'closed' && (
        <>
          <div>
            <Button
              variant="secondary"
              busy={busy}
              busyLabel={isMine ? 'Unassigning' : 'Assigning'}
              onClick={() => void assign(isMine ? null : me.id)}
            >
              {isMine ? 'Unassign' : 'Assign to me'}
            </Button>
          </div>
          {others.length > 0 && (
            <div className="flex flex-wrap items-end gap-3">
              <SelectField
                id="assignee"
                label="Assign to"
                placeholder="Choose a colleague"
                value={chosen}
                options={others.map(({ id, name }) => ({ value: id, label: name }))}
                onChange={setChosen}
              />
              <Button
                variant="secondary"
                disabled={chosen === ''}
                busy={busy}
                busyLabel="Assigning"
                onClick={() => void assign(chosen)}
              >
                Assign{' '}
              </Button>
            </div>
          )}
        </>
      )}
    </Section>
  )
}

/** A choice of templates, those of the topic first. Hands over the text with what is known filled in. */
function Templates({ page, onChoose }: { page: OfficeEnquiryPage; onChoose: (text: string) => void }) {
  const templates = useQuery({
    queryKey: ['answer-templates'],
    queryFn: ({ signal }) => callOffice(officeCalls.listTemplates, { signal }),
  })
  const all = templates.data?.templates ?? []
  const sorted = [
    ...all.filter(({ topic }) => topic === page.topic),
    ...all.filter(({ topic }) => topic !== page.topic),
  ]
  if (sorted.length === 0) return null
  const choose = (id: string): void => {
    const text = all.find((one) => one.id === id)?.text ?? ''
    const { number, reference, answerBy } = page
    const known = {
      number,
      ...(reference !== null && { reference }),
      ...(answerBy !== null && { answer_by: formatMoment(answerBy) }),
    }
    onChoose(fillTemplate(text, known))
  }
  return (
    <SelectField
      id="template"
      label="Template"
      placeholder="Choose a template"
      value=""
      options={sorted.map(({ id, topic, title }) => ({ value: id, label: `${TOPIC_WORDS[topic]} ${title}` }))}
      onChange={choose}
    />
  )
}

/** Returns what is wrong with an answer, or undefined. */
function answerProblem(text: string): string | undefined {
  const { length } = text.trim()
  if (length === 0) return 'Enter an answer.'
  if (length > MOST) return `Shorten it to ${MOST} characters.`
  const unfilled = unfilledIn(text)
  return unfilled && `Replace ${unfilled} with the right text.`
}

function Answer({ page }: { page: OfficeEnquiryPage }) {
  const { number, messages } = page
  const client = useQueryClient()
  const toast = useToast()
  const take = useTake(number)
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState<'answer' | 'close' | null>(null)
  const [failure, setFailure] = useState<Failure | null>(null)
  const send = async (closes: boolean): Promise<void> => {
    const wrong = answerProblem(text)
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
      <p>The customer sees it in the app, and by email if they have confirmed an address and turned it on.</p>
      {failure && <Refusal failure={failure} />}
      <Templates
        page={page}
        onChoose={(chosen) => setText(text.trim() === '' ? chosen : `${text.trimEnd()}\n\n${chosen}`)}
      />
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
