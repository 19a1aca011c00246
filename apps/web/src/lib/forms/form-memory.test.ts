import { expect, test } from 'vitest'
import { formMemory } from './form-memory.ts'

test('restores entered values for their account only, until they are forgotten', () => {
  const { keep, kept, forget } = formMemory<{ name: string }>()
  expect(kept('ama')).toBeNull()
  keep('ama', { name: 'Ama' })
  expect(kept('ama')).toEqual({ name: 'Ama' })
  expect(kept('kofi')).toBeNull()
  forget()
  expect(kept('ama')).toBeNull()
})
