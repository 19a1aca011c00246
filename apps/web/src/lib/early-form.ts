import { useLayoutEffect, useRef, type RefObject } from 'react'
import { flushSync } from 'react-dom'
import type { EarlyFormName } from './rendered-early-form.ts'

type Field = HTMLInputElement | HTMLSelectElement

/** The customer's input in the early form. */
interface Typed {
  readonly name: string
  /** Changed fields by id, in form order. */
  readonly fields: readonly { readonly id: string; readonly value: string }[]
  /** The caret counts from the end: a field that formats its text has other characters before it. */
  readonly focus: { readonly id: string; readonly fromEnd: number | null } | null
  readonly submitted: boolean
}

/** Kept when the app first shows another page, such as sign-in. Only in memory. */
let kept: Typed | null = null

const findEarly = (): HTMLElement | null => document.getElementById('early')

/**
 * Passes the values that the customer typed before the script ran to the form of the returned ref, with the focus, the
 * caret and an early submit, and removes the early form. A layout effect and a microtask, so that no key arrives
 * between reading and removing. The fields receive ordinary input events, one after another: each one formats and
 * checks the text as if the customer had typed it there.
 */
export function useEarlyForm(name: EarlyFormName): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null)
  useLayoutEffect(() => {
    const typed = readEarly() ?? kept
    findEarly()?.remove()
    const { current } = form
    if (!current || typed?.name !== name) return
    kept = null
    // React renders each change at once (`flushSync`), which is not possible within an effect.
    queueMicrotask(() => enter(current, typed))
  }, [name])
  return form
}

/** Returns true when the customer typed something into this early form and its own form has not taken it over yet. */
export function wasEntered(name: EarlyFormName): boolean {
  const typed = readEarly() ?? kept
  return typed?.name === name && typed.fields.length > 0
}

/** Returns true while the document still shows this early form. */
export function showsEarlyForm(name: EarlyFormName): boolean {
  return findEarly()?.dataset['form'] === name
}

/** Removes the early form when the app moves to another page, and keeps its typed values for its own form. */
export function leaveEarlyForm(): void {
  const typed = readEarly()
  findEarly()?.remove()
  if (typed && typed.fields.length > 0) kept = typed
}

function readEarly(): Typed | null {
  const early = findEarly()
  if (!early) return null
  const all = [...early.querySelectorAll<Field>('input, select')]
  const focused = all.find((field) => field === document.activeElement)
  return {
    name: early.dataset['form'] ?? '',
    fields: all.filter(isChanged).map(({ id, value }) => ({ id, value })),
    focus: focused ? { id: focused.id, fromEnd: caretOf(focused) } : null,
    submitted: early.querySelector('[data-submitted]') !== null,
  }
}

function isChanged(field: Field): boolean {
  if (field instanceof HTMLSelectElement) return field.selectedOptions[0]?.defaultSelected === false
  return field.type === 'radio' || field.type === 'checkbox'
    ? field.checked !== field.defaultChecked
    : field.value !== field.defaultValue
}

function enter(form: HTMLFormElement, { fields, focus, submitted }: Typed): void {
  for (const { id, value } of fields) {
    const field = findField(form, id)
    if (!field) continue
    setValue(field, value)
    // The customer has left this field: it formats its text.
    if (id !== focus?.id) flushSync(() => field.dispatchEvent(new FocusEvent('focusout', { bubbles: true })))
  }
  const field = focus && findField(form, focus.id)
  if (field) {
    field.focus({ preventScroll: true })
    if (field instanceof HTMLInputElement && focus.fromEnd !== null) {
      const caret = Math.max(0, field.value.length - focus.fromEnd)
      field.setSelectionRange(caret, caret)
    }
    // Content that only the app shows may have moved the field down. `nearest` scrolls only if it is out of sight.
    field.scrollIntoView({ block: 'nearest', behavior: 'instant' })
  }
  if (submitted) form.requestSubmit()
}

function findField(form: HTMLFormElement, id: string): Field | undefined {
  return [...form.querySelectorAll<Field>('input, select')].find((field) => field.id === id)
}

/** Sets the value bypassing React's record of it, so that React treats the event as a customer's input. */
function setValue(field: Field, value: string): void {
  if (field instanceof HTMLInputElement && (field.type === 'radio' || field.type === 'checkbox'))
    return flushSync(() => field.click())
  const { prototype } = field instanceof HTMLSelectElement ? HTMLSelectElement : HTMLInputElement
  Reflect.set(prototype, 'value', value, field)
  const type = field instanceof HTMLSelectElement ? 'change' : 'input'
  flushSync(() => field.dispatchEvent(new Event(type, { bubbles: true })))
}

function caretOf(field: Field): number | null {
  if (!(field instanceof HTMLInputElement) || field.selectionStart === null) return null
  return field.value.length - field.selectionStart
}
