import { useState } from 'react'
import { useParams } from 'react-router'
import { TOPIC_WORDS } from '@sesa/contract'
import { officeCalls, type OfficeEnquiryPage } from '@sesa/contract/office'
import { formatMoment } from '@sesa/ui/format.ts'
import { serverNow } from '@sesa/ui/api/http.ts'
import { Button } from '@sesa/ui/button.tsx'
import { Notice } from '@sesa/ui/feedback/notice.tsx'
import { SelectField } from '@sesa/ui/fields/select-field.tsx'
import { Facts } from '@sesa/ui/layout/card.tsx'
import { tryCall, useCall, useAct } from '../../lib/api.ts'
import { useMe } from '../../lib/session.ts'
import { dueText, readable } from '../../lib/words.ts'
import { LoadedPage } from '../../parts/loaded.tsx'
import { Section } from '../../parts/section.tsx'
import { useRun } from '../../parts/use-run.tsx'
import { Answer } from './answer.tsx'
import { CustomerCard, TransferCard } from './cards.tsx'

/** One conversation with a customer: its messages and the answer; beside them, whom and what it is about. */
export default function EnquiryPage() {
  const { number = '' } = useParams()
  const shown = useCall(['enquiries', 'one', number], officeCalls.showEnquiry, { params: { number } })
  return (
    <LoadedPage title={`Enquiry ${number}`} documentTitle="Enquiry" query={shown} what="this enquiry">
      {(page) => (
        <>
          <Clock {...page} />
          <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
            <div className="flex flex-col gap-6">
              <Thread messages={page.messages} />
              {page.state !== 'closed' && <Answer page={page} />}
            </div>
            <div className="flex flex-col gap-6">
              <About page={page} />
              <CustomerCard id={page.customerId} />
              {page.reference !== null && <TransferCard reference={page.reference} />}
            </div>
          </div>
        </>
      )}
    </LoadedPage>
  )
}

/** By when the law wants an answer to a complaint. */
function Clock({ answerBy, latestBy, state }: OfficeEnquiryPage) {
  if (answerBy === null || state === 'closed') return null
  const due = dueText(answerBy, serverNow())
  return (
    <Notice
      tone={Date.parse(answerBy) < serverNow() ? 'error' : 'warn'}
      title={due.startsWith('Overdue') ? `${due}: answer now` : `Answer due in ${due}`}
    >
      By {formatMoment(answerBy)}
      {latestBy === null ? '' : `; with more time, by ${formatMoment(latestBy)} at the latest`}.
    </Notice>
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

function About({ page }: { page: OfficeEnquiryPage }) {
  const me = useMe()
  const act = useAct()
  const { number } = page
  const [chosen, setChosen] = useState('')
  const { busy, run, refusal } = useRun()
  const from = page.assignee?.id ?? null
  const isMine = from === me.id
  const others = page.members.filter(({ id }) => id !== me.id && id !== from)
  const assign = async (to: string | null): Promise<void> => {
    const input = { params: { number }, body: { from, to } }
    await run(
      act(() => tryCall(officeCalls.assignEnquiry, input), {
        stores: ['enquiries', 'one', number],
        changes: [['work']],
      }),
    )
    setChosen('')
  }
  return (
    <Section title="About">
      <Facts
        compact
        facts={[
          { label: 'Topic', value: TOPIC_WORDS[page.topic] },
          { label: 'State', value: readable(page.state) },
          { label: 'Assigned to', value: page.assignee?.name ?? 'Unassigned' },
          { label: 'Opened', value: formatMoment(page.openedAt) },
        ]}
      />
      {refusal}
      {page.state !== 'closed' && (
        <>
          <div>
            <Button
              variant="secondary"
              aria-keyshortcuts={isMine ? undefined : 'a'}
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
