import type { Appearance } from '@stripe/stripe-js'
import { useMemo, useSyncExternalStore } from 'react'

/** Returns the card form's appearance from our design tokens; it follows the theme. */
export function useCardAppearance(): Appearance {
  const scheme = useSyncExternalStore(onThemeChange, currentScheme)
  return useMemo(() => appearanceFor(scheme), [scheme])
}

const preference = matchMedia('(prefers-color-scheme: dark)')

/**
 * Returns the chosen theme, or else the system's. The computed `color-scheme` stays `light dark` while the
 * system decides.
 */
function currentScheme(): string {
  return document.documentElement.dataset['theme'] ?? (preference.matches ? 'dark' : 'light')
}

function onThemeChange(listener: () => void): () => void {
  const observer = new MutationObserver(listener)
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] })
  preference.addEventListener('change', listener)
  return () => {
    observer.disconnect()
    preference.removeEventListener('change', listener)
  }
}

/**
 * Returns the appearance for a colour scheme. The card form's frame is another document, so it needs values instead of
 * token names.
 */
function appearanceFor(scheme: string): Appearance {
  const style = getComputedStyle(document.documentElement)
  const token = (name: string) => style.getPropertyValue(`--${name}`).trim()
  const variables = {
    colorPrimary: token('brand-ink'),
    colorBackground: token('surface'),
    colorText: token('ink'),
    colorTextSecondary: token('muted'),
    colorTextPlaceholder: token('muted'),
    colorDanger: token('danger'),
    // For the sandbox's stand-in for Stripe; Stripe itself accepts the border as a rule, below.
    colorBorder: token('edge'),
    borderRadius: '12px',
    fontFamily: getComputedStyle(document.body).fontFamily,
    fontSizeBase: '16px',
  }
  return {
    theme: scheme === 'dark' ? 'night' : 'stripe',
    variables,
    rules: {
      '.Input': { border: `2px solid ${variables.colorBorder}`, boxShadow: 'none', fontSize: '18px' },
      '.Label': { fontSize: '16px', fontWeight: '600', marginBottom: '8px' },
      '.Error': { fontSize: '16px', fontWeight: '600' },
    },
  }
}
