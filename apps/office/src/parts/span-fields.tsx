import { TextField } from '@sesa/ui/fields/text-field.tsx'

/** Two moments as typed, in UTC: `2026-11-29T01:00`. */
export interface TypedSpan {
  readonly from: string
  readonly until: string
}

function momentOf(text: string): Date | null {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d$/u.test(text)) return null
  const at = new Date(`${text}Z`)
  return Number.isNaN(at.getTime()) ? null : at
}

/** Reads both moments; null for one that is no day with a time. */
export const spanOf = ({ from, until }: TypedSpan) => ({ from: momentOf(from), until: momentOf(until) })

interface SpanFieldsProps {
  /** What the ids of the fields begin with. */
  id: string
  typed: TypedSpan
  problems: { readonly from?: string | undefined; readonly until?: string | undefined }
  onChange: (part: Partial<TypedSpan>) => void
}

/** The fields of a time from one moment until another. The countries of all our carriers keep UTC. */
export function SpanFields({ id, typed, problems, onChange }: SpanFieldsProps) {
  const moment = (key: keyof TypedSpan, label: string) => {
    const [day = '', time = ''] = typed[key].split('T')
    return (
      <>
        <TextField
          id={`${id}-${key}-day`}
          type="date"
          label={`${label}, day`}
          value={day}
          error={problems[key]}
          onChange={(value) => onChange({ [key]: `${value}T${time}` })}
        />
        <TextField
          id={`${id}-${key}-time`}
          label={`${label}, time (UTC)`}
          autoComplete="off"
          value={time}
          onChange={(value) => onChange({ [key]: `${day}T${value.trim()}` })}
        />
      </>
    )
  }
  return (
    <>
      <p>Times are in UTC, the local time in Ghana, Liberia and Sierra Leone. Enter them like 01:00.</p>
      <div className="grid gap-4 sm:grid-cols-2">
        {moment('from', 'From')}
        {moment('until', 'Until')}
      </div>
    </>
  )
}
