import { printable } from '@sesa/contract'

/** Escapes text for HTML or XML, inside an element or a quoted attribute, and removes control characters. */
export function escapeHtml(text: string): string {
  return printable(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
