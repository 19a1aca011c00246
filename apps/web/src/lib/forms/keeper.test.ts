import { expect, test } from 'vitest'
import { keeper } from './keeper.ts'

test('what was entered is there again for its account alone, until it is forgotten', () => {
  const { keep, kept, forget } = keeper<{ name: string }>()
  expect(kept('ama')).toBeNull()
  keep('ama', { name: 'Ama' })
  expect(kept('ama')).toEqual({ name: 'Ama' })
  expect(kept('kofi')).toBeNull()
  forget()
  expect(kept('ama')).toBeNull()
})
