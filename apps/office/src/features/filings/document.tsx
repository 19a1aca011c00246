import { officeCalls, type OfficeFilingPage } from '@sesa/contract/office'
import { useState } from 'react'
import type { Failure } from '@sesa/ui/api/http.ts'
import { Button, ButtonRow } from '@sesa/ui/button.tsx'
import { tryCall } from '../../lib/api.ts'
import { Refusal } from '../../parts/refusal.tsx'
import { Section } from '../../parts/section.tsx'
import { saveFile } from '../../table/csv.ts'

export interface ReadDocument {
  readonly files: readonly { readonly name: string; readonly text: string }[]
  /** Digest of this document, to which its approval is bound. */
  readonly version: string | null
}

interface DocumentProps {
  page: OfficeFilingPage
  read: ReadDocument | null
  onRead: (document: ReadDocument) => void
}

/** The document itself, with the digest of each file. */
export function Document({ page: { number, files, notes }, read, onRead }: DocumentProps) {
  const [refused, setRefused] = useState<Failure | null>(null)
  const show = async (): Promise<void> => {
    const { data, error } = await tryCall(officeCalls.readFilingFiles, { params: { number } })
    setRefused(error ?? null)
    if (data) onRead(data)
  }
  if (files.length === 0) return null
  return (
    <Section title="Document">
      {notes.map((note) => (
        <p key={note}>{note}</p>
      ))}
      <ul className="flex flex-col gap-2">
        {files.map(({ name, bytes, digest }) => (
          <li key={name}>
            <span className="font-semibold">{name}</span>, {bytes} bytes
            <br />
            <span className="break-all">SHA-256 {digest}</span>
          </li>
        ))}
      </ul>
      {refused && <Refusal failure={refused} />}
      {read === null ? (
        <div>
          <Button variant="secondary" onClick={() => void show()}>
            Open document
          </Button>
        </div>
      ) : (
        read.files.map((file) => <ReadFile key={file.name} {...file} />)
      )}
    </Section>
  )
}

/** The office's policy refuses styles inside a page, with a warning. */
const STYLE = /<style>[^]*?<\/style>/u

/** One file: a page as it prints, any other as its text. */
function ReadFile({ name, text }: ReadDocument['files'][number]) {
  return (
    <div className="flex flex-col gap-2">
      <h3 className="font-bold">{name}</h3>
      {name.endsWith('.html') ? (
        <iframe
          title={name}
          sandbox=""
          srcDoc={text.replace(STYLE, '')}
          className="h-128 w-full border border-edge bg-white"
        />
      ) : (
        <pre tabIndex={0} aria-label={name} className="max-h-128 overflow-auto border border-edge p-3">
          {text}
        </pre>
      )}
      <ButtonRow>
        <Button variant="secondary" onClick={() => saveFile(name, text, { isExact: true })}>
          Save {name}
        </Button>
      </ButtonRow>
    </div>
  )
}
