import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import type { FormEvent } from 'react'
import { useForm } from './form.ts'
import type { Failure } from './api/http.ts'
import { renderHook } from './testing/rendered-hook.ts'

const schema = v.pipe(
  v.object({
    name: v.pipe(v.string(), v.trim(), v.nonEmpty('Enter your name')),
    amount: v.pipe(v.string(), v.regex(/^\d+$/, 'Enter an amount in figures'), v.transform(Number)),
  }),
  v.check(({ name }) => name !== 'nobody', 'Nobody cannot be paid'),
)
type Output = v.InferOutput<typeof schema>

interface Script {
  answer?: Failure | null
  /** Result of `ready`; without it the form is always ready. */
  ready?: () => Promise<Failure | null>
  idPrefix?: string
  /** Delays the work. */
  until?: () => Promise<void>
}

async function formOf(script: Script = {}, initial = { name: '', amount: '' }) {
  const sent: Output[] = []
  const form = await renderHook(() =>
    useForm({
      schema,
      initial,
      fieldOf: { sum: 'amount' },
      ...(script.ready && { ready: script.ready }),
      ...(script.idPrefix !== undefined && { idPrefix: script.idPrefix }),
      onSubmit: async (values) => {
        sent.push(values)
        await script.until?.()
        return script.answer
      },
    }),
  )
  return { form, sent, submit: () => form.act(() => form.current.submit()) }
}

describe('a form before its first submit', () => {
  test('shows no error, whatever the customer types', async () => {
    const { form, sent } = await formOf()
    await form.act(() => form.current.field('amount').onChange('many'))
    expect(form.current.values).toEqual({ name: '', amount: 'many' })
    expect(form.current.summary).toEqual([])
    expect(form.current.field('amount')).not.toHaveProperty('error')
    expect([form.current.attempt, form.current.busy, sent]).toEqual([0, false, []])
  })
})

describe('a submit', () => {
  test('with errors does no work, and lists them at their fields and in the summary, in order', async () => {
    const { form, sent, submit } = await formOf({ idPrefix: 'send-' })
    await submit()
    expect(form.current.summary).toEqual([
      { id: 'send-name', message: 'Enter your name' },
      { id: 'send-amount', message: 'Enter an amount in figures' },
    ])
    expect(form.current.field('name')).toMatchObject({ id: 'send-name', error: 'Enter your name' })
    expect(form.current.attempt).toBe(1)
    // The summary receives the focus after each attempt.
    await submit()
    expect(form.current.attempt).toBe(2)
    expect([form.current.busy, sent]).toEqual([false, []])
  })

  test('with an error that belongs to no field shows it in the summary', async () => {
    const { form, sent, submit } = await formOf({}, { name: 'nobody', amount: '5' })
    await submit()
    expect(form.current.summary).toEqual([{ message: 'Nobody cannot be paid' }])
    expect(sent).toEqual([])
  })

  test('passes the parsed values to the work once, and keeps the input', async () => {
    let finish: () => void = () => undefined
    const until = new Promise<void>((resolve) => (finish = resolve))
    const { form, sent } = await formOf({ until: () => until }, { name: ' Ama ', amount: '500' })
    let prevented = 0
    const event = { preventDefault: () => prevented++ } as unknown as FormEvent
    let first: Promise<void> | undefined
    await form.act(() => void (first = form.current.submit(event)))
    expect(form.current.busy).toBe(true)
    // A second press while the first is in progress.
    await form.act(() => form.current.submit(event))
    finish()
    await form.act(() => first)
    expect([sent, prevented, form.current.busy]).toEqual([[{ name: 'Ama', amount: 500 }], 2, false])
    expect(form.current.values).toEqual({ name: ' Ama ', amount: '500' })
    expect(form.current.summary).toEqual([])
  })

  test('waits until the schema is ready, and shows an error when it cannot load', async () => {
    let failure: Failure | null = { code: 'network', message: 'We couldn’t reach Sesa.' }
    const { form, sent, submit } = await formOf(
      { ready: () => Promise.resolve(failure) },
      { name: 'Ama', amount: '5' },
    )
    await submit()
    expect([form.current.summary, sent]).toEqual([[{ message: 'We couldn’t reach Sesa.' }], []])
    failure = null
    await submit()
    expect([form.current.summary, sent]).toEqual([[], [{ name: 'Ama', amount: 5 }]])
  })

  test('ends when its work throws, so the customer can try again', async () => {
    const { form } = await formOf(
      { until: () => Promise.reject(new Error('a fault')) },
      { name: 'Ama', amount: '5' },
    )
    await expect(form.act(() => form.current.submit())).rejects.toThrow('a fault')
    await form.act(() => undefined)
    expect(form.current.busy).toBe(false)
  })
})

describe('a refusal by the server', () => {
  const REFUSED = { code: 'amount_below_minimum', message: 'The smallest amount is LRD 5.00.' } as const

  test('shows at its field, also under the server’s name for it', async () => {
    for (const field of ['amount', 'sum']) {
      const { form, submit } = await formOf({ answer: { ...REFUSED, field } }, { name: 'Ama', amount: '4' })
      await submit()
      expect(form.current.summary).toEqual([{ id: 'amount', message: REFUSED.message }])
      expect(form.current.values.amount).toBe('4')
      expect(form.current.attempt).toBe(2)
    }
  })

  test('without a field shows in the summary', async () => {
    for (const field of [undefined, 'currency']) {
      const answer = { ...REFUSED, ...(field !== undefined && { field }) }
      const { form, submit } = await formOf({ answer }, { name: 'Ama', amount: '4' })
      await submit()
      expect(form.current.summary).toEqual([{ message: REFUSED.message }])
    }
  })

  test('can be shown by another caller', async () => {
    const { form } = await formOf()
    await form.act(() => form.current.show({ ...REFUSED, field: 'sum' }))
    expect(form.current.field('amount').error).toBe(REFUSED.message)
  })
})

describe('correcting a field', () => {
  test('removes its error once corrected, and shows no new one before the next submit', async () => {
    const { form, submit } = await formOf()
    await submit()
    await form.act(() => form.current.set('name', 'Ama'))
    expect(form.current.errors).toEqual({ amount: 'Enter an amount in figures' })
    // A field that is still wrong keeps its error; a valid one gets none while the customer types in it.
    await form.act(() => form.current.set('amount', '5 cows'))
    await form.act(() => form.current.set('name', ''))
    expect(form.current.errors).toEqual({ amount: 'Enter an amount in figures' })
    await form.act(() => form.current.setValues({ amount: '5', name: 'Ama' }))
    expect(form.current.errors).toEqual({})
  })

  test('removes an error of the server as soon as the field changes', async () => {
    const answer: Failure = { code: 'email_taken', message: 'Taken.', field: 'name' }
    const { form, submit } = await formOf({ answer }, { name: 'Ama', amount: '5' })
    await submit()
    await form.act(() => form.current.set('amount', '6'))
    expect(form.current.errors).toEqual({ name: 'Taken.' })
    await form.act(() => form.current.set('name', 'Ama M'))
    expect(form.current.errors).toEqual({})
  })
})
