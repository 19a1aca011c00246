import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { fillTemplate, TOPIC_WORDS, unfilledIn } from '@sesa/contract'
import { officeCalls, type AnswerTemplate, type OfficeEnquiryPage } from '@sesa/contract/office'
import { formatMoment } from '@sesa/ui/format.ts'
import { Button, ButtonRow } from '@sesa/ui/button.tsx'
import { TextArea } from '@sesa/ui/fields/text-area.tsx'
import { TextField } from '@sesa/ui/fields/text-field.tsx'
import { tryCall, useCall, useAct } from '../../lib/api.ts'
import { useNextWork } from '../../parts/next-work.tsx'
import { Section } from '../../parts/section.tsx'
import { useRun } from '../../parts/use-run.tsx'

const MOST = 5_000

const labelOf = ({ topic, title }: AnswerTemplate): string => `${TOPIC_WORDS[topic]}: ${title}`

interface TemplatesProps {
  page: OfficeEnquiryPage
  /** Receives the text, with what is known filled in. */
  onChoose: (text: string) => void
}

/** Finds a template by typing a part of its topic or title; those of the enquiry's topic come first. */
function Templates({ page, onChoose }: TemplatesProps) {
  const [typed, setTyped] = useState('')
  const templates = useCall(['answer-templates'], officeCalls.listTemplates, {})
  const all = templates.data?.templates ?? []
  const isOwn = ({ topic }: AnswerTemplate): boolean => topic === page.topic
  const sorted = [...all.filter(isOwn), ...all.filter((one) => !isOwn(one))]
  if (sorted.length === 0) return null
  const type = (text: string): void => {
    setTyped(text)
    const found = all.find((one) => labelOf(one) === text)
    if (found === undefined) return
    const { number, reference, answerBy } = page
    const known = {
      number,
      ...(reference !== null && { reference }),
      ...(answerBy !== null && { answer_by: formatMoment(answerBy) }),
    }
    onChoose(fillTemplate(found.text, known))
    setTyped('')
  }
  return (
    <>
      <TextField
        id="template"
        label="Template"
        hint="Type a part of its topic or title, and choose one."
        autoComplete="off"
        list="templates"
        value={typed}
        onChange={type}
      />
      <datalist id="templates">
        {sorted.map((template) => (
          <option key={template.id} value={labelOf(template)} />
        ))}
      </datalist>
    </>
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

/** The answer to a customer, which may begin with a template. */
export function Answer({ page }: { page: OfficeEnquiryPage }) {
  const { number, messages } = page
  const key = ['enquiries', 'one', number]
  const client = useQueryClient()
  const act = useAct()
  const openNext = useNextWork()
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string>()
  const { running, run, refusal } = useRun()
  const send = (closes: boolean): void => {
    const wrong = answerProblem(text)
    setProblem(wrong)
    if (wrong !== undefined) return
    const body = { text: text.trim(), after: messages.at(-1)?.id ?? '', closes }
    const answer = act(() => tryCall(officeCalls.answerEnquiry, { params: { number }, body }), {
      stores: key,
      then: () => {
        setText('')
        return openNext('enquiries', closes ? 'Answered and closed' : 'Answered')
      },
    })
    void run(
      async () => {
        const failed = await answer()
        if (failed?.code === 'enquiry_changed') await client.invalidateQueries({ queryKey: key })
        return failed
      },
      closes ? 'close' : 'answer',
    )
  }
  return (
    <Section title="Answer">
      <p>The customer sees it in the app, and by email if they have confirmed an address and turned it on.</p>
      {refusal}
      {/* Enter in a field sends nothing. */}
      <form
        aria-keyshortcuts="e"
        noValidate
        onSubmit={(event) => event.preventDefault()}
        className="flex flex-col gap-4"
      >
        <Templates
          page={page}
          onChoose={(chosen) => setText(text.trim() === '' ? chosen : `${text.trimEnd()}\n\n${chosen}`)}
        />
        <TextArea id="answer" label="Answer" rows={8} value={text} onChange={setText} error={problem} />
        <ButtonRow>
          <Button busy={running === 'answer'} busyLabel="Sending" onClick={() => send(false)}>
            Send
          </Button>
          <Button
            variant="secondary"
            busy={running === 'close'}
            busyLabel="Sending and closing"
            onClick={() => send(true)}
          >
            Send and close
          </Button>
        </ButtonRow>
      </form>
    </Section>
  )
}
