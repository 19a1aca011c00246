import { remembered } from '../lib/store.ts'

const KEY = 'sesa-theme'
const storage = remembered(KEY)
const root = document.documentElement

function apply(theme: string | null): void {
  if (theme === 'light' || theme === 'dark') root.dataset['theme'] = theme
  else delete root.dataset['theme']
}

/** Applies the chosen theme and follows the design system's theme choice. */
export function startTheme(): void {
  root.dataset['js'] = ''
  apply(storage.read())
  addEventListener('storage', ({ key }) => {
    if (key === KEY) apply(storage.read())
  })
  addEventListener('change', ({ target }) => {
    if (!(target instanceof HTMLInputElement) || target.dataset['themeChoice'] === undefined) return
    storage.write(target.value)
    apply(target.value)
  })
}
