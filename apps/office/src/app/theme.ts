const KEY = 'sesa-theme'
const root = document.documentElement

function stored(): string | null {
  try {
    return localStorage.getItem(KEY)
  } catch {
    return null
  }
}

function apply(theme: string | null): void {
  if (theme === 'light' || theme === 'dark') root.dataset['theme'] = theme
  else delete root.dataset['theme']
}

/** Applies the chosen theme and follows the design system's theme choice. */
export function startTheme(): void {
  root.dataset['js'] = ''
  apply(stored())
  addEventListener('storage', ({ key }) => {
    if (key === KEY) apply(stored())
  })
  addEventListener('change', ({ target }) => {
    if (!(target instanceof HTMLInputElement) || target.dataset['themeChoice'] === undefined) return
    try {
      localStorage.setItem(KEY, target.value)
    } catch {
      // Without storage, the choice applies to this page only.
    }
    apply(target.value)
  })
}
