import { useState, type FormEvent } from 'react'
import * as v from 'valibot'
import type { Failure } from './api/http.ts'

export type Values = Record<string, string>
export type Schema<V extends Values> = v.GenericSchema<V, unknown>
type Errors<V extends Values> = Partial<Record<keyof V & string, string>>

interface FormState<V extends Values> {
  values: V
  errors: Errors<V>
  /** A failure without a field. */
  failure: string | null
  attempt: number
}

export interface FormOptions<V extends Values, S extends Schema<V>> {
  /** Validates the values; its messages give the remedy. `onSubmit` receives its output. */
  schema: S
  initial: V
  /** Submits the values. A returned failure shows next to its field, or in the summary. */
  onSubmit: (values: v.InferOutput<S>) => Promise<Failure | null | undefined | void>
  /** Fetches data for the schema; submitting waits for it. */
  ready?: () => Promise<Failure | null>
  /** Maps API fields to the form's fields, where the names differ. */
  fieldOf?: Readonly<Record<string, keyof V & string>>
  /** Prefix of every field's id; needed when two forms share a page. */
  idPrefix?: string
}

/** Props of every field component: `<TextField label="Name" {...form.field('name')} />`. */
export interface BoundField<T extends string> {
  id: string
  name: string
  value: T
  onChange: (value: T) => void
  error?: string
}

/**
 * Holds a form's state: values as typed, validated on submit and then while the customer corrects errors. A failure
 * never loses typed values. Each submit increments `attempt`, which moves the focus to the summary if there are errors.
 */
export function useForm<V extends Values, S extends Schema<V>>(options: FormOptions<V, S>) {
  const { schema, onSubmit, ready, fieldOf, idPrefix = '' } = options
  const [{ values, errors, failure, attempt }, setState] = useState<FormState<V>>({
    values: options.initial,
    errors: {},
    failure: null,
    attempt: 0,
  })
  const [busy, setBusy] = useState(false)

  const setValues = (change: Partial<V>) =>
    setState((state) => {
      const next: V = { ...state.values, ...change }
      // Before the first submit there are no errors to update, and the schema may not be ready.
      if (Object.keys(state.errors).length === 0) return { ...state, values: next }
      return { ...state, values: next, errors: mended(state.errors, change, validate(schema, next).errors) }
    })

  const show = (failed: Failure) => {
    const field = failed.field === undefined ? undefined : (fieldOf?.[failed.field] ?? failed.field)
    const errors = isField(values, field) ? ({ [field]: failed.message } as Errors<V>) : {}
    const failure = isField(values, field) ? null : failed.message
    setState((state) => ({ ...state, errors, failure, attempt: state.attempt + 1 }))
  }

  const submit = async (event?: FormEvent) => {
    event?.preventDefault()
    if (busy) return
    try {
      if (ready) setBusy(true)
      const unready = await ready?.()
      if (unready) return show(unready)
      const checked = validate(schema, values)
      const { errors, failure } = checked
      setState((state) => ({ ...state, errors, failure, attempt: state.attempt + 1 }))
      if (!checked.ok) return
      setBusy(true)
      const failed = await onSubmit(checked.output)
      if (failed) show(failed)
    } finally {
      setBusy(false)
    }
  }

  const set = <K extends keyof V & string>(name: K, value: V[K]) => {
    const change: Partial<V> = {}
    change[name] = value
    setValues(change)
  }
  const id = (name: string) => idPrefix + name
  const field = <K extends keyof V & string>(name: K): BoundField<V[K]> => ({
    id: id(name),
    name,
    value: values[name],
    onChange: (value) => set(name, value),
    ...(errors[name] !== undefined && { error: errors[name] }),
  })
  const summary: { id?: string; message: string }[] = [
    ...(failure === null ? [] : [{ message: failure }]),
    ...Object.keys(values).flatMap((name) => {
      const message = errors[name]
      return message === undefined ? [] : [{ id: id(name), message }]
    }),
  ]

  return { values, setValues, set, errors, field, summary, attempt, busy, submit, show }
}

type Checked<V extends Values, Output> =
  | { ok: true; output: Output; errors: Errors<V>; failure: null }
  | { ok: false; errors: Errors<V>; failure: string | null }

function validate<V extends Values, S extends Schema<V>>(schema: S, values: V): Checked<V, v.InferOutput<S>> {
  const result = v.safeParse(schema, values)
  if (result.success) return { ok: true, output: result.output, errors: {}, failure: null }
  const errors: Record<string, string> = {}
  let failure: string | null = null
  for (const issue of result.issues) {
    const name = issue.path?.[0]?.key
    if (typeof name === 'string') errors[name] ??= issue.message
    else failure ??= issue.message
  }
  return { ok: false, errors: errors as Errors<V>, failure }
}

/** Rechecks the errors of changed fields, without adding errors elsewhere. */
function mended<V extends Values>(errors: Errors<V>, change: Partial<V>, fresh: Errors<V>): Errors<V> {
  const stillWrong = Object.keys(errors).filter((name) => !(name in change) || fresh[name] !== undefined)
  return Object.fromEntries(
    stillWrong.map((name) => [name, name in change ? fresh[name] : errors[name]]),
  ) as Errors<V>
}

function isField<V extends Values>(values: V, name: string | undefined): name is keyof V & string {
  return name !== undefined && name in values
}
