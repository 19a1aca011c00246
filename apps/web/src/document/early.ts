/**
 * Runs in the head of every document before the first paint: inlined by the build, allowed by its hash. Sets the chosen
 * theme, and handles the controls of pages that no component hydrates: the drawer, the theme choice, the offline bar
 * and the offer to install the app, whose event fires before any other script has loaded.
 */
interface InstallQuestion extends Event {
  prompt(): Promise<unknown>
}

const KEY = 'sesa-theme'
/** A navigation that takes longer was stopped, or opened the phone or mail app. */
const LEAVING_MS = 10_000
const root = document.documentElement
/** Shortens the script: every byte here delays the first paint. */
const on = addEventListener

/** Returns the stored theme: a preference and nothing personal, so it may stay in the browser. */
function stored(key = KEY): string {
  try {
    return localStorage.getItem(key) ?? ''
  } catch {
    return ''
  }
}

function apply(theme: string): void {
  const forced = theme === 'light' || theme === 'dark' ? theme : undefined
  if (forced) root.dataset['theme'] = forced
  else delete root.dataset['theme']
  document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]').forEach((meta) => {
    const { scheme } = meta.dataset
    meta.media = forced
      ? forced === scheme
        ? 'all'
        : 'not all'
      : `(prefers-color-scheme:${scheme as string})`
  })
  document.querySelectorAll<HTMLInputElement>('[data-theme-choice]').forEach((input) => {
    input.checked = input.value === (forced ?? 'system')
  })
}

root.dataset['js'] = ''

/** The chosen language's script runs before any other: it translates this document and the texts of later scripts. */
const language = stored('sesa-language')
if (language) document.write(`<script src=/assets/${encodeURI(language)}-sesa-LANGUAGES.js></script>`)
const applyStored = () => apply(stored())
applyStored()
// Another tab may have changed the theme.
on('storage', applyStored)
on('change', (event) => {
  const { dataset, value } = event.target as HTMLInputElement
  if (dataset['themeChoice'] === undefined) return
  try {
    localStorage.setItem(KEY, value)
  } catch {
    // Without storage, the choice applies to this page only.
  }
  apply(value)
})

const hideBar = () => {
  delete root.dataset['cut']
}

let question: InstallQuestion | undefined
on('beforeinstallprompt', (event) => {
  event.preventDefault()
  question = event as InstallQuestion
  root.dataset['install'] = ''
})
on('click', (event) => {
  const pressed = event.target as Element
  // The offline bar's Close: the bar returns when the connection is lost again.
  if (pressed.id === 'x') hideBar()
  if (!question || !pressed.closest('[data-install]')) return
  void question.prompt()
  // The prompt works once; the browser sends a new event when it allows another.
  question = undefined
  delete root.dataset['install']
})

on('offline', () => {
  root.dataset['cut'] = ''
})
on('online', hideBar)
on('DOMContentLoaded', () => {
  applyStored()
  if (!document.querySelector('[data-offline]')) return
  let wait = 0
  on('beforeunload', () => {
    wait = LEAVING_MS
  })
  // Once back online, reload the requested page in place of the offline page. If a navigation has started,
  // wait before reloading, so as not to interrupt it: no event reports that it was stopped.
  on('online', () => {
    setTimeout(() => location.reload(), wait)
  })
})
on('load', () => {
  // Without the worker, everything works except the offline page.
  navigator.serviceWorker?.register('/sw.js').catch(() => undefined)
})

// Browsers without popover (Chrome before 114) open the drawer as a modal dialog.
if (!('popover' in root)) {
  on('click', ({ target }) => {
    const id = (target as Element).closest('[popovertarget]')?.getAttribute('popovertarget') ?? ''
    const drawer = document.getElementById(id) as HTMLDialogElement | null
    if (!drawer) return
    if (drawer.open) drawer.close()
    else drawer.showModal()
  })
}
