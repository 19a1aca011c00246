import { html } from './html.ts'
import type { Html } from './html.ts'

/** Renders a table that scrolls sideways on a narrow screen. */
export function table(caption: string, headings: readonly string[], rows: readonly Html[]): Html {
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${caption}">
    <table>
      <caption>
        ${caption}
      </caption>
      <thead>
        <tr>
          ${headings.map((heading) => html`<th scope="col">${heading}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>
  </div>`
}

export function row(cells: readonly string[]): Html {
  return html`<tr>
    ${cells.map((cell) => html`<td>${cell}</td>`)}
  </tr>`
}

export function empty(text: string): Html {
  return html`<p class="empty">${text}</p>`
}

/** Formats an amount: every currency of the sandbox has two decimals. */
export function amount(minor: number, currency: string): string {
  const figures = `${minor}`.padStart(3, '0')
  const major = figures.slice(0, -2).replaceAll(/\B(?=(\d{3})+$)/g, ',')
  return `${currency.toUpperCase()} ${major}.${figures.slice(-2)}`
}

export function digits(number: string): string {
  return number.replaceAll(/\D/g, '')
}

export function clock(iso: string): string {
  return `${iso.slice(11, 19)} UTC`
}
