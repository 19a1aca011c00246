import { useEffect } from 'react'
import { useForm, type BoundField, type FormOptions, type Schema, type Values } from '@sesa/ui/form.ts'
import type { FormMemory } from './form-memory.ts'

interface RememberedFormOptions<V extends Values, S extends Schema<V>> extends FormOptions<V, S> {
  keeper: FormMemory<V>
  /** The account of the values. */
  uid: string
  /** Called when errors appear or disappear, for the page's title. */
  onErrors: (hasErrors: boolean) => void
}

/**
 * Holds a form that restores unsaved values when the customer returns; `onSubmit` must forget them. They are only in
 * this page's memory, so the browser asks before it closes or reloads the page.
 */
export function useRememberedForm<V extends Values, S extends Schema<V>>(
  options: RememberedFormOptions<V, S>,
) {
  const { keeper, uid, onErrors, initial, ...rest } = options
  const form = useForm<V, S>({ ...rest, initial: keeper.kept(uid) ?? initial })
  const hasErrors = form.summary.length > 0
  useEffect(() => onErrors(hasErrors), [onErrors, hasErrors])
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (keeper.kept(uid) !== null) event.preventDefault()
    }
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [keeper, uid])

  const field = <K extends keyof V & string>(name: K): BoundField<V[K]> => {
    const bound = form.field(name)
    return {
      ...bound,
      onChange: (value) => {
        keeper.keep(uid, { ...form.values, [name]: value })
        bound.onChange(value)
      },
    }
  }
  return { ...form, field }
}
