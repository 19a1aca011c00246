import * as i18n from '@sesa/contract/i18n'

const THEMES = [
  { value: 'system', label: i18n.t('System') },
  { value: 'light', label: i18n.t('Light') },
  { value: 'dark', label: i18n.t('Dark') },
] as const

/**
 * Renders the choice between the system's theme, light and dark. Each app’s first script does the work, so it also
 * works on pages without components; without a script, the choice is hidden. `place` distinguishes two choices on one
 * page.
 */
export function ThemeChoice({ place }: { place: string }) {
  return (
    <fieldset className="hidden js:block">
      <legend className="mb-2 font-semibold">{i18n.t('Theme')}</legend>
      <div className="inline-flex flex-wrap rounded-lg border-2 border-current/40 p-1">
        {THEMES.map(({ value, label }) => (
          <label
            key={value}
            className="relative flex min-h-11 items-center rounded-full px-4 font-semibold has-checked:bg-accent has-checked:text-on-accent has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus"
          >
            <input
              type="radio"
              name={`theme-${place}`}
              value={value}
              data-theme-choice=""
              defaultChecked={value === chosen()}
              className="absolute inset-0 size-full cursor-pointer opacity-0"
            />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

/** Returns the theme that the app’s first script has applied; `system` while a document is built. */
function chosen(): string {
  return typeof document === 'undefined' ? 'system' : (document.documentElement.dataset['theme'] ?? 'system')
}
