import { useRef, useState } from 'react'
import * as v from 'valibot'
import type { Failure } from '@sesa/ui/api/http.ts'
import { SelectField } from '@sesa/ui/fields/select-field.tsx'
import { TextArea } from '@sesa/ui/fields/text-area.tsx'
import { TextField } from '@sesa/ui/fields/text-field.tsx'
import { reasonSchema } from '../lib/schemas.ts'
import { Refusal } from './refusal.tsx'

/** Does something for a reason, and returns why it failed; the text then stays. */
export type ActFor = (reason: string, confirmed: string | undefined) => Promise<Failure | null>

const NOTHING = { reason: '', usual: '', confirmed: '' }
const wholeOf = ({ usual, reason }: typeof NOTHING): string =>
  [usual, reason.trim()].filter((part) => part !== '').join(': ')
const problemOf = (text: string): string | undefined => v.safeParse(reasonSchema, text).issues?.[0].message

/** Holds a reason as it is typed, until an action succeeds. `typed`: the text to type first if values are unusual. */
export function useReason(typed: string | undefined) {
  const field = useRef<HTMLTextAreaElement>(null)
  const [said, setSaid] = useState(NOTHING)
  const [problem, setProblem] = useState<string>()
  const [failure, setFailure] = useState<Failure | null>(null)
  const [busy, setBusy] = useState<string | null>(null)

  const change = (part: Partial<typeof NOTHING>) => {
    const next = { ...said, ...part }
    setSaid(next)
    if (problem !== undefined) setProblem(problemOf(wholeOf(next)))
  }

  /** Acts with the checked reason. `name`: what is busy meanwhile. Returns true after success. */
  const run = async (act: ActFor, name: string): Promise<boolean> => {
    const wrong = problemOf(wholeOf(said))
    setProblem(wrong)
    if (wrong !== undefined) field.current?.focus()
    if (wrong !== undefined || busy !== null) return false
    setBusy(name)
    const confirmed = typed === undefined ? undefined : said.confirmed.trim()
    const failed = await act(wholeOf(said), confirmed).finally(() => setBusy(null))
    setFailure(failed)
    if (failed) return false
    setSaid(NOTHING)
    return true
  }

  return { field, said, change, problem, failure, busy, run, typed }
}

interface ReasonFieldsProps {
  state: ReturnType<typeof useReason>
  /** What the ids of the fields begin with. */
  id: string
  label: string
  /** Usual reasons, to choose from. */
  usual?: readonly string[]
}

/** The fields of a reason, below why the last try failed. */
export function ReasonFields({ state, id, label, usual = [] }: ReasonFieldsProps) {
  const { field, said, change, problem, failure, typed } = state
  return (
    <>
      {failure && <Refusal failure={failure} />}
      {typed !== undefined && (
        <TextField
          id={`${id}-confirmed`}
          label={`Type: ${typed}`}
          hint="Unusual values: the requester and the approver both type this."
          autoComplete="off"
          value={said.confirmed}
          onChange={(confirmed) => change({ confirmed })}
        />
      )}
      {usual.length > 0 && (
        <SelectField
          id={`${id}-usual`}
          label="Why"
          optional
          placeholder="Choose, or write below"
          value={said.usual}
          options={usual.map((one) => ({ value: one, label: one }))}
          onChange={(one) => change({ usual: one })}
        />
      )}
      <TextArea
        id={`${id}-reason`}
        ref={field}
        label={label}
        hint="Recorded permanently under your name. Leave out personal data."
        rows={2}
        value={said.reason}
        onChange={(reason) => change({ reason })}
        error={problem}
      />
    </>
  )
}
