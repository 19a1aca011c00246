import type { SenderDetails } from '@sesa/contract'
import { expect, test } from 'vitest'
import { useForm } from '@sesa/ui/form.ts'
import { renderHook } from '@sesa/ui/testing/rendered-hook.ts'
import { senderSchema, valuesOf } from './form-schema.ts'

const saved: SenderDetails = {
  nationality: 'LR',
  addressLine: '12 Broad Street',
  postalCode: null,
  city: 'Monrovia',
  country: 'LR',
  identificationType: 'passport',
  identificationEnding: '345',
  occupation: null,
  updatedAt: '2026-11-21T10:00:00.000Z',
}

function formOf(details: SenderDetails | null, sent: unknown[] = []) {
  return renderHook(() =>
    useForm({
      schema: senderSchema(details),
      initial: valuesOf(details, null),
      onSubmit: async (body) => void sent.push(body),
    }),
  )
}

test('reports all missing fields at once, from top to bottom', async () => {
  const form = await formOf(null)
  await form.act(() => form.current.submit())
  expect(form.current.summary.map(({ id }) => id)).toEqual([
    ...['nationality', 'identificationType', 'identificationNumber'],
    ...['addressLine', 'city', 'country'],
  ])
})

test('keeps the saved document number, and asks for the number of another document', async () => {
  const sent: unknown[] = []
  const form = await formOf(saved, sent)
  await form.act(() => form.current.submit())
  const { nationality, addressLine, city, country } = saved
  expect(sent).toEqual([{ nationality, addressLine, city, country, identificationType: 'passport' }])
  await form.act(() => form.current.set('identificationType', 'national_id'))
  await form.act(() => form.current.submit())
  expect(form.current.summary.map(({ id }) => id)).toEqual(['identificationNumber'])
  expect(sent).toHaveLength(1)
})
