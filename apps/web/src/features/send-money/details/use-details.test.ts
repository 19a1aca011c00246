import { expect, test } from 'vitest'
import type { Failure } from '@sesa/ui/api/http.ts'
import { renderHook } from '@sesa/ui/testing/rendered-hook.ts'
import { loadValidator } from './lazy-validator.ts'
import { corridor } from '../testing/corridor.ts'
import { useDetails } from './use-details.ts'
import { emptyValues } from '../draft/values.ts'

const WANTED: Failure = {
  code: 'declaration_required',
  field: 'purposeOfFunds',
  message: 'Choose what the money is for.',
}

async function detailsOf() {
  await loadValidator()
  return renderHook(() =>
    useDetails({
      terms: { sender: 'LR', corridors: [corridor], networks: [], allowance: null },
      initial: { ...emptyValues('LR'), network: 'mtn' },
      ready: () => Promise.resolve(null),
      onSubmit: () => Promise.resolve(undefined),
    }),
  )
}

test('keeps the declaration that only the server required until the network changes', async () => {
  const form = await detailsOf()
  expect(form.current.isDeclared).toBe(false)
  await form.act(() => form.current.show(WANTED))
  expect(form.current.isDeclared).toBe(true)
  await form.act(() => form.current.set('purposeOfFunds', 'taxes'))
  expect(form.current.errors).toEqual({})
  expect(form.current.isDeclared).toBe(true)
  await form.act(() => form.current.set('network', 'vodafone'))
  expect(form.current.isDeclared).toBe(false)
  await form.act(() => form.current.set('network', 'mtn'))
  expect(form.current.isDeclared).toBe(true)
})

test('does not attach an error to a network chosen later', async () => {
  const form = await detailsOf()
  await form.act(() => form.current.show(WANTED))
  await form.act(() => form.current.set('network', 'vodafone'))
  expect(form.current.isDeclared, 'the error still leads to its field').toBe(true)
  await form.act(() => form.current.set('purposeOfFunds', 'taxes'))
  expect(form.current.isDeclared).toBe(false)
})
