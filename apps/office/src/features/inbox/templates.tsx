import { useState, type FormEvent } from 'react'
import { ENQUIRY_TOPICS, PLACEHOLDERS, TOPIC_WORDS, unknownIn, type EnquiryTopic } from '@sesa/contract'
import { officeCalls, type AnswerTemplate } from '@sesa/contract/office'
import { formatMoment } from '@sesa/ui/format.ts'
import { Button } from '@sesa/ui/button.tsx'
import { SelectField } from '@sesa/ui/fields/select-field.tsx'
import { TextArea } from '@sesa/ui/fields/text-area.tsx'
import { TextField } from '@sesa/ui/fields/text-field.tsx'
import { tryCall, useCall, useAct } from '../../lib/api.ts'
import { useMay } from '../../lib/session.ts'
import { Loaded } from '../../parts/loaded.tsx'
import { ReasonDialog } from '../../parts/reason-dialog.tsx'
import { Section } from '../../parts/section.tsx'
import { useRun } from '../../parts/use-run.tsx'

const KEY = ['answer-templates']
const TOPICS = ENQUIRY_TOPICS.map((topic) => ({ value: topic, label: TOPIC_WORDS[topic] }))
const HINT = `${PLACEHOLDERS.map((word) => `{${word}}`).join(', ')} are filled in from the enquiry.`

/** The templates that an answer may begin with. */
export default function Templates() {
  const may = useMay()
  const templates = useCall(KEY, officeCalls.listTemplates, {})
  return (
    <>
      <p className="text-muted">Standard answers to start from. Review and edit before sending.</p>
      <Loaded query={templates} what="the templates">
        {(data) =>
          TOPICS.map(({ value, label }) => {
            const own = data.templates.filter(({ topic }) => topic === value)
            return own.length === 0 ? null : (
              <Section key={value} title={label}>
                <ul className="flex flex-col gap-6">
                  {own.map((template) => (
                    <Template key={template.id} template={template} />
                  ))}
                </ul>
              </Section>
            )
          })
        }
      </Loaded>
      {may('templates.change') && <NewTemplate />}
    </>
  )
}

function Template({ template: { id, title, text, author, at } }: { template: AnswerTemplate }) {
  const may = useMay()
  const act = useAct()
  const retire = act(
    (reason: string) => tryCall(officeCalls.retireTemplate, { params: { id }, body: { reason } }),
    {
      stores: KEY,
    },
  )
  return (
    <li className="flex flex-col items-start gap-2">
      <h3 className="font-bold">{title}</h3>
      <p className="whitespace-pre-wrap wrap-anywhere">{text}</p>
      <p className="text-muted">{author === null ? 'Built in' : `${author}, ${formatMoment(at)}`}</p>
      {may('templates.change') && (
        <ReasonDialog
          label={`Retire “${title}”`}
          title="Retire this template?"
          text="Sent answers don’t change."
          confirm="Retire"
          onSubmit={retire}
        />
      )}
    </li>
  )
}

interface Typed {
  readonly topic: EnquiryTopic | ''
  readonly title: string
  readonly text: string
}
const NOTHING: Typed = { topic: '', title: '', text: '' }

/** Returns what is wrong with each field; nothing when all are right. */
function problemsIn({ topic, title, text }: Typed): Partial<Record<keyof Typed, string>> {
  const unknown = unknownIn(text)
  return {
    ...(topic === '' && { topic: 'Choose a topic.' }),
    ...((title.trim().length < 3 || title.trim().length > 80) && {
      title: 'Enter a title of 3 to 80 characters.',
    }),
    ...((text.trim().length === 0 || text.trim().length > 5_000) && {
      text: 'Enter a text of 1 to 5,000 characters.',
    }),
    ...(unknown !== undefined && { text: `${unknown} isn’t a placeholder. ${HINT}` }),
  }
}

function NewTemplate() {
  const act = useAct()
  const [typed, setTyped] = useState(NOTHING)
  const [problems, setProblems] = useState<ReturnType<typeof problemsIn>>({})
  const { busy, run, refusal } = useRun()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const wrong = problemsIn(typed)
    setProblems(wrong)
    const { topic, title, text } = typed
    if (topic === '' || Object.keys(wrong).length > 0) return
    const body = { topic, title: title.trim(), text: text.trim() }
    void run(
      act(() => tryCall(officeCalls.saveTemplate, { body }), {
        stores: KEY,
        said: 'Template saved',
        then: () => setTyped(NOTHING),
      }),
    )
  }
  return (
    <Section title="New template">
      <p>Replaces a template with the same topic and title.</p>
      <form onSubmit={submit} noValidate className="flex flex-col gap-4">
        {refusal}
        <SelectField
          id="topic"
          label="Topic"
          placeholder="Choose a topic"
          value={typed.topic}
          options={TOPICS}
          error={problems.topic}
          onChange={(topic) => setTyped({ ...typed, topic })}
        />
        <TextField
          id="title"
          label="Title"
          value={typed.title}
          error={problems.title}
          onChange={(title) => setTyped({ ...typed, title })}
        />
        <TextArea
          id="text"
          label="Text"
          rows={6}
          hint={HINT}
          value={typed.text}
          error={problems.text}
          onChange={(text) => setTyped({ ...typed, text })}
        />
        <Button type="submit" busy={busy} busyLabel="Saving" className="self-start">
          Save template
        </Button>
      </form>
    </Section>
  )
}
