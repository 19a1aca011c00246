import { expect, test } from 'vitest'
import { formMemory } from './form-memory.ts'

test('what was entered is there again for its account alone, until it is forgotten', () => {
  const { keep, kept, forget } = formMemory<{ name: string }>()
  expect(kept('ama')).toBeNull()
  keep('ama', { name: 'Ama' })
  expect(kept('ama')).toEqual({ name: 'Ama' })
  expect(kept('kofi')).toBeNull()
  forget()
  expect(kept('ama')).toBeNull()
})
