/**
 * Runs in the head of every document, before anything is painted: inlined by the build, allowed by its hash. It sets
 * the theme the person chose, and serves the controls that choose one on pages whose HTML no component takes over.
 */
const KEY = 'sesa-theme'
const root = document.documentElement

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
addEventListener('DOMContentLoaded', () => apply(stored()))
// Another tab has chosen.
addEventListener('storage', (event) => {
  if (event.key === KEY) apply(stored())
})
addEventListener('change', ({ target }) => {
  if (!(target instanceof HTMLInputElement) || target.dataset['themeChoice'] === undefined) return
  try {
    localStorage.setItem(KEY, target.value)
  } catch {
    // Without storage the choice holds for this page.
  }
  apply(target.value)
})
