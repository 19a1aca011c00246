import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { SelectField } from './select-field.tsx'

const nothing = () => undefined
const shared = { id: 'who', label: 'Who', options: [{ value: 'aunt', label: 'My aunt' }], onChange: nothing }

/** Returns the rendered empty entry. */
const emptyOption = (html: string) => /<option[^>]*value=""[^>]*>/.exec(html)?.[0]

test('lets the customer choose the empty entry only where the field is optional', () => {
  const needed = renderToStaticMarkup(<SelectField {...shared} value="aunt" placeholder="Choose" />)
  expect(emptyOption(needed)).toContain('disabled')
  const optional = renderToStaticMarkup(<SelectField {...shared} value="aunt" optional />)
  expect(emptyOption(optional)).not.toContain('disabled')
})

test('names its content, so that the browser can fill it in', () => {
  const html = renderToStaticMarkup(<SelectField {...shared} value="" autoComplete="country" />)
  expect(html).toContain('autoComplete="country"')
})
