import * as v from 'valibot'
import { beforeEach, expect, test, vi } from 'vitest'
import { renderHook } from '@sesa/ui/testing/rendered-hook.ts'
import { formMemory } from './form-memory.ts'
import { useRememberedForm } from './remembered-form.ts'

let page: EventTarget

beforeEach(() => {
  page = new EventTarget()
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page))
})

/** Returns whether the browser would ask before closing or reloading the page. */
const asks = () => !page.dispatchEvent(new Event('beforeunload', { cancelable: true }))

async function formOf(kept = formMemory<{ city: string }>(), uid = 'ama') {
  return renderHook(() =>
    useRememberedForm({
      keeper: kept,
      uid,
      schema: v.object({ city: v.string() }),
      initial: { city: '' },
      onErrors: () => undefined,
      onSubmit: async () => kept.forget(),
    }),
  )
}

test('asks before unsaved values are lost', async () => {
  const form = await formOf()
  expect(asks()).toBe(false)
  await form.act(() => form.current.field('city').onChange('Ganta'))
  expect(asks()).toBe(true)
  await form.act(() => form.current.submit())
  expect(asks()).toBe(false)
})

test('asks only while the form is open, and again when the customer returns to it', async () => {
  const kept = formMemory<{ city: string }>()
  const form = await formOf(kept)
  await form.act(() => form.current.field('city').onChange('Ganta'))
  await form.unmount()
  expect(asks()).toBe(false)
  const again = await formOf(kept)
  expect(again.current.values).toEqual({ city: 'Ganta' })
  expect(asks()).toBe(true)
  await again.unmount()
  await formOf(kept, 'kofi')
  expect(asks(), 'what another account typed').toBe(false)
})
