import { useQuery } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { officeCalls, type StaffNote } from '@sesa/contract/office'
import { formatMoment } from '@sesa/ui/format.ts'
import { Button, TextLink } from '@sesa/ui/button.tsx'
import { TextArea } from '@sesa/ui/fields/text-area.tsx'
import { callOffice, tryCall, useAct } from '../lib/api.ts'
import { paths } from '../lib/paths.ts'
import { Loaded } from './loaded.tsx'
import { Section } from './section.tsx'
import { useRun } from './use-run.tsx'

const MOST = 2_000

/** The customer or the transfer that the notes are on. */
type Subject = { readonly customer: string } | { readonly transfer: string }

interface Notes {
  readonly notes: StaffNote[]
}

const keyOf = (subject: Subject) => ['notes', subject]

const listNotes = (subject: Subject, signal: AbortSignal): Promise<Notes> =>
  'customer' in subject
    ? callOffice(officeCalls.listCustomerNotes, { params: { id: subject.customer }, signal })
    : callOffice(officeCalls.listTransferNotes, { params: { reference: subject.transfer }, signal })

const addNote = (subject: Subject, text: string) =>
  'customer' in subject
    ? tryCall(officeCalls.addCustomerNote, { params: { id: subject.customer }, body: { text } })
    : tryCall(officeCalls.addTransferNote, { params: { reference: subject.transfer }, body: { text } })

/** Notes that staff leave for one another, the newest first, with a form for another one. */
export function Notes({ subject }: { subject: Subject }) {
  const notes = useQuery({
    queryKey: keyOf(subject),
    queryFn: ({ signal }) => listNotes(subject, signal),
  })
  return (
    <Section title="Staff notes">
      <Loaded query={notes} what="the notes">
        {(data) => (
          <>
            {data.notes.length === 0 && <p className="text-muted">No notes yet.</p>}
            <ol className="flex flex-col gap-4">
              {data.notes.map((note) => (
                <Note key={note.id} note={note} showsTransfer={'customer' in subject} />
              ))}
            </ol>
          </>
        )}
      </Loaded>
      <AddNote subject={subject} />
    </Section>
  )
}

function Note({
  note: { author, at, text, reference },
  showsTransfer,
}: {
  note: StaffNote
  showsTransfer: boolean
}) {
  return (
    <li>
      <p className="font-semibold">
        {author}, {formatMoment(at)}
        {showsTransfer && reference !== null && (
          <>
            , about <TextLink href={paths.transfer(reference)}>{reference}</TextLink>
          </>
        )}
      </p>
      <p className="whitespace-pre-wrap wrap-anywhere">{text}</p>
    </li>
  )
}

function AddNote({ subject }: { subject: Subject }) {
  const act = useAct()
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string>()
  const { busy, run, refusal } = useRun()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const { length } = text.trim()
    const wrong =
      length === 0 ? 'Enter a note.' : length > MOST ? `Shorten it to ${MOST} characters.` : undefined
    setProblem(wrong)
    if (wrong !== undefined) return
    const add = act(() => addNote(subject, text.trim()), { stores: keyOf(subject), then: () => setText('') })
    void run(add)
  }
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4 print:hidden">
      {refusal}
      <TextArea
        id="note"
        label="Note"
        hint="Stays for ever, and leaves with a copy of the customer’s data."
        rows={2}
        value={text}
        onChange={setText}
        error={problem}
      />
      <Button type="submit" variant="secondary" busy={busy} busyLabel="Adding" className="self-start">
        Add note
      </Button>
    </form>
  )
}
