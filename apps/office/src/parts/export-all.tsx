import { useState } from 'react'
import type { Outcome } from '@sesa/ui/api/client.ts'
import type { Failure } from '@sesa/ui/api/http.ts'
import { Button } from '@sesa/ui/button.tsx'
import { saveFile } from '../table/csv.ts'
import { Refusal } from './refusal.tsx'

interface ExportAllProps {
  label: string
  load: () => Promise<Outcome<{ name: string; text: string }>>
}

/** Downloads a whole list as CSV, not only the rows that are loaded. */
export function ExportAll({ label, load }: ExportAllProps) {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  const run = async (): Promise<void> => {
    setBusy(true)
    const { data, error } = await load().finally(() => setBusy(false))
    setFailure(error ?? null)
    if (data !== undefined) saveFile(data.name, data.text)
  }
  return (
    <div className="flex flex-col items-start gap-3 print:hidden">
      {failure && <Refusal failure={failure} title="Export failed" />}
      <Button variant="secondary" busy={busy} busyLabel="Exporting" onClick={() => void run()}>
        {label}
      </Button>
    </div>
  )
}
