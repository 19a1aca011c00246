import type { Outcome } from '@sesa/ui/api/client.ts'
import { Button } from '@sesa/ui/button.tsx'
import { useAct } from '../lib/api.ts'
import { saveFile } from '../table/csv.ts'
import { useRun } from './use-run.tsx'

interface ExportAllProps {
  label: string
  load: () => Promise<Outcome<{ name: string; text: string }>>
}

/** Downloads a whole list as CSV, not only the rows that are loaded. */
export function ExportAll({ label, load }: ExportAllProps) {
  const act = useAct()
  const { busy, run, refusal } = useRun('Export failed')
  const save = act(load, { then: ({ name, text }) => saveFile(name, text) })
  return (
    <div className="flex flex-col items-start gap-3 print:hidden">
      {refusal}
      <Button variant="secondary" busy={busy} busyLabel="Exporting" onClick={() => void run(save)}>
        {label}
      </Button>
    </div>
  )
}
