import { expect, test } from 'vitest'
import { isShareable, shareText, whatsAppHref } from './sharing.ts'

test('shares money that is in progress or has arrived, but no refund', () => {
  const all = ['processing', 'sent', 'failed', 'refunded', 'cancelled', 'held'] as const
  expect(all.filter(isShareable)).toEqual(['processing', 'sent', 'held'])
})

test('writes the text and the link into the address of WhatsApp', () => {
  const text = shareText('processing', 'GHS 500.00')
  expect(text).toBe('I’m sending you GHS 500.00 with Sesa.')
  expect(shareText('sent', 'GHS 500.00')).toBe('I sent you GHS 500.00 with Sesa.')
  const link = 'https://sesa.example/track/Ab_-'
  expect(new URL(whatsAppHref(text, link)).searchParams.get('text')).toBe(`${text} ${link}`)
})
