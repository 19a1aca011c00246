import { expect, type Locator, type Page } from '@playwright/test'
import { stringsOf, type Kind } from '../spec/spec-places.ts'
import { SPEC_STRINGS, type PlaceName } from '../spec/spec-strings.ts'

/**
 * Expects the open page to be at the route of this place, or at `route`, and to show all its strings; `within` limits
 * the search to a part of the page.
 */
export async function expectSays(
  page: Page,
  place: PlaceName,
  within: Page | Locator = page,
  route: string = SPEC_STRINGS[place].route,
): Promise<void> {
  const { state } = SPEC_STRINGS[place]
  expect(new URL(page.url()).pathname, `the route of ${place}`).toBe(route)
  for (const { kind, text } of stringsOf(SPEC_STRINGS[place])) {
    const found = find(within, kind, text)
    const what = `${kind} “${text}” at ${route}, ${state}`
    // The options of a closed list are attached but not visible.
    if (kind === 'option') await expect(found.first(), what).toBeAttached()
    else await expect(found.filter({ visible: true }).first(), what).toBeVisible()
  }
}

function find(within: Page | Locator, kind: Kind, text: string): Locator {
  switch (kind) {
    case 'text':
      return within.getByText(text)
    case 'label':
      return within.getByLabel(text)
    case 'placeholder':
      return within.getByPlaceholder(text)
    case 'value':
      return within.locator(`input[value^="${text}"]`)
    case 'option':
      return within.getByRole('option', { name: text, includeHidden: true })
    case 'radio':
      return within.getByRole('radio', { name: text === 'Bank' ? text : new RegExp(`^${text}$`) })
    default:
      return within.getByRole(kind, { name: text })
  }
}
