import { useId, useRef, useState } from 'react'
import { Notice } from '@sesa/ui/feedback/notice.tsx'
import { saveFile } from '../../table/csv.ts'
import { MoreMenu, MenuItem } from '../more-menu.tsx'

interface FileMenuProps<D> {
  /** The file's name without its ending. */
  name: string
  /** The document as it is exported. */
  document: unknown
  /** Returns the document in a file; null if it is none. Without it, files are only exported. */
  read: ((content: unknown) => D | null) | null
  onImport: (document: D) => void
  /** What a file must hold, in a sentence: "a price list". */
  what: string
}

/** Saves a policy document as a JSON file, and takes one from a file. */
export function FileMenu<D>({ name, document, read, onImport, what }: FileMenuProps<D>) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const take = async (file: File): Promise<void> => {
    const found = read?.(await contentOf(file)) ?? null
    setProblem(found === null ? `${file.name} is not ${what}. Choose a file that was exported here.` : null)
    if (found !== null) onImport(found)
  }
  return (
    <div className="flex flex-col items-end gap-2 print:hidden">
      <MoreMenu label="File">
        <MenuItem onSelect={() => saveFile(`${name}.json`, JSON.stringify(document, null, 2))}>
          Export as JSON
        </MenuItem>
        {read && <MenuItem onSelect={() => input.current?.click()}>Import from JSON</MenuItem>}
      </MoreMenu>
      <label htmlFor={id} className="sr-only">
        JSON file
      </label>
      <input
        id={id}
        ref={input}
        type="file"
        accept="application/json,.json"
        tabIndex={-1}
        className="sr-only"
        onChange={(event) => {
          const [file] = event.target.files ?? []
          if (file) void take(file)
          // The same file can be chosen again after it was corrected.
          event.target.value = ''
        }}
      />
      {problem !== null && <Notice tone="error">{problem}</Notice>}
    </div>
  )
}

async function contentOf(file: File): Promise<unknown> {
  try {
    return JSON.parse(await file.text())
  } catch {
    return null
  }
}
