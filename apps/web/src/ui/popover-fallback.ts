/**
 * Browsers without popover (Chrome before 114) get a modal dialog instead: one listener for every button that names
 * what it opens, on static pages too.
 */
export function listenForPopovers(): void {
  if ('popover' in HTMLElement.prototype) return
  document.addEventListener('click', ({ target }) => {
    const button = target instanceof Element && target.closest('[popovertarget]')
    if (!button) return
    const element = document.getElementById(button.getAttribute('popovertarget') ?? '')
    if (!(element instanceof HTMLDialogElement)) return
    if (button.getAttribute('popovertargetaction') === 'hide') element.close()
    else element.showModal()
  })
}
