// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { Failure } from '@sesa/ui/api/http.ts'
import { renderFor } from '@sesa/ui/testing/render.tsx'
import { CodeEntry } from './code-entry.tsx'

const WRONG: Failure = { code: 'code_wrong', field: 'code', message: 'That code isn’t right.' }

function renderEntry(failures: (Failure | null)[]) {
  const sent: string[] = []
  const onCode = (code: string) => {
    sent.push(code)
    return Promise.resolve(failures[sent.length - 1] ?? null)
  }
  const rendered = renderFor(<CodeEntry codeId="1" digits={6} onCode={onCode} />)
  const confirm = screen.getByRole<HTMLButtonElement>('button', { name: 'Confirm' })
  return { ...rendered, sent, confirm, field: screen.getByRole<HTMLInputElement>('textbox') }
}

it('sends a wrong code once: Confirm waits for another code', async () => {
  const { field, confirm, user, sent } = renderEntry([WRONG, null])
  await user.type(field, '123456')
  expect(sent).toEqual(['123456'])
  expect(confirm.disabled).toBe(true)
  await user.type(field, '{Enter}')
  await user.type(field, '{Backspace}6')
  expect(sent).toEqual(['123456'])
  await user.type(field, '{Backspace}7')
  expect(sent).toEqual(['123456', '123457'])
})

it('sends a code again after a failure that was not its own', async () => {
  const { field, confirm, user, sent } = renderEntry([{ code: 'network', message: 'No connection.' }, null])
  await user.type(field, '123456')
  await user.click(confirm)
  expect(sent).toEqual(['123456', '123456'])
})

it('lets a pasted code be confirmed', async () => {
  const { field, confirm, user, sent } = renderEntry([null])
  await user.click(field)
  await user.paste('123-456')
  expect(confirm.disabled).toBe(false)
  await user.click(confirm)
  expect(sent).toEqual(['123456'])
})
