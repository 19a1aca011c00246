/**
 * Runs in the head of a document that already contains the page's form (`src/app/early-forms.tsx`), until
 * `lib/early-form.ts` passes the typed values to the app: keeps an early submit for later, and shows the chosen
 * country.
 */
const isEarly = (element: Element) => element.closest('#early') !== null

/** Remembers a press of the form's button from its start: the button may be replaced before the press ends. */
addEventListener('pointerdown', ({ target }) => {
  const button = target instanceof Element && target.closest<HTMLButtonElement>('button[type=submit]')
  if (button && button.form && isEarly(button)) button.form.dataset['submitted'] = ''
})
// The finger scrolls the page instead.
addEventListener('pointercancel', ({ target }) => {
  if (target instanceof Element) delete target.closest('form')?.dataset['submitted']
})
addEventListener('submit', (event) => {
  const { target } = event
  if (!(target instanceof HTMLFormElement) || !isEarly(target)) return
  event.preventDefault()
  target.dataset['submitted'] = ''
})
addEventListener('change', ({ target }) => {
  if (!(target instanceof HTMLSelectElement) || !isEarly(target)) return
  const choice = target.parentElement
  choice?.querySelector('use')?.setAttribute('href', `#flag-${target.value}`)
  const code = choice?.querySelector('[data-dial-code]')
  if (code) code.textContent = /\+\d+/.exec(target.selectedOptions[0]?.text ?? '')?.[0] ?? '+'
})
