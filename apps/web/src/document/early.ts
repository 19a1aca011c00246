/**
 * Runs in the head of every document, before anything is painted: inlined by the build, allowed by its hash. It sets
 * the theme the person chose, and serves the controls that stand on pages whose HTML no component takes over: the
 * drawer, the choice of a theme, the bar that says that the device is offline, and the offer to install the app, whose event comes when no other script is there yet.
 */
interface InstallQuestion extends Event {
  prompt(): Promise<unknown>
}

const KEY = 'sesa-theme'
/** A navigation that has not led away by then was stopped, or led to a phone or a mail. */
const LEAVING_MS = 10_000
const root = document.documentElement
/** Every byte here comes before the first paint. */
const on = addEventListener

/** A preference and nothing about the person, which is why it may stay in the browser. */
function stored(): string {
  try {
    return localStorage.getItem(KEY) ?? ''
  } catch {
    return ''
  }
}

function apply(theme: string): void {
  const forced = theme === 'light' || theme === 'dark' ? theme : undefined
  if (forced) root.dataset['theme'] = forced
  else delete root.dataset['theme']
  document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]').forEach((meta) => {
    const scheme = meta.dataset['scheme'] ?? ''
    meta.media = forced ? (forced === scheme ? 'all' : 'not all') : `(prefers-color-scheme:${scheme})`
  })
  document.querySelectorAll<HTMLInputElement>('[data-theme-choice]').forEach((input) => {
    input.checked = input.value === (forced ?? 'system')
  })
}

root.dataset['js'] = ''
apply(stored())
on('DOMContentLoaded', () => apply(stored()))
// Another tab has chosen.
on('storage', (event) => {
  if (event.key === KEY) apply(stored())
})
on('change', ({ target }) => {
  if (!(target instanceof HTMLInputElement) || target.dataset['themeChoice'] === undefined) return
  try {
    localStorage.setItem(KEY, target.value)
  } catch {
    // Without storage the choice holds for this page.
  }
  apply(target.value)
})

let question: InstallQuestion | undefined
on('beforeinstallprompt', (event) => {
  event.preventDefault()
  question = event as InstallQuestion
  root.dataset['install'] = ''
})
on('click', ({ target }) => {
  if (!question || !(target instanceof Element) || !target.closest('[data-install]')) return
  void question.prompt()
  // It can be asked once; the browser offers another when it may be asked again.
  question = undefined
  delete root.dataset['install']
})

on('offline', () => {
  root.dataset['cut'] = ''
})
on('online', () => {
  delete root.dataset['cut']
})
on('DOMContentLoaded', () => {
  if (!document.querySelector('[data-offline]')) return
  let wait = 0
  on('beforeunload', () => {
    wait = LEAVING_MS
  })
  // The offline page gives way to what was asked for. It stays out of the way of what is being asked for now, for as
  // long as that may take: nothing tells that it was stopped.
  on('online', () => {
    setTimeout(() => location.reload(), wait)
  })
})
on('load', () => {
  // Without it everything works but the offline page.
  navigator.serviceWorker?.register('/sw.js').catch(() => undefined)
})

// Browsers without popover (Chrome before 114) open the drawer as a modal dialog.
if (!('popover' in root)) {
  on('click', ({ target }) => {
    const button = target instanceof Element && target.closest('[popovertarget]')
    const drawer = button && document.getElementById(button.getAttribute('popovertarget') ?? '')
    if (!(drawer instanceof HTMLDialogElement)) return
    if (drawer.open) drawer.close()
    else drawer.showModal()
  })
}
