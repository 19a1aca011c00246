import { setupI18n } from '@lingui/core'
import { compileMessage } from '@lingui/message-utils/compileMessage'
import type { Translate } from '@sesa/contract/i18n'
import { LANGUAGES, type LanguageCode } from './languages.ts'

type Catalogue = Readonly<Record<string, string>>

/** Returns the messages of a catalogue; a missing one stays English. */
export function translator(code: LanguageCode, catalogue: Catalogue): Translate {
  const locales = LANGUAGES.find((language) => language.code === code)?.locales ?? ['en']
  const i18n = setupI18n({ locale: code, locales: [...locales], messages: { [code]: { ...catalogue } } })
  i18n.setMessagesCompiler(compileMessage)
  return (message, values) => i18n._(message, values)
}

/**
 * Makes the document speak a language: called by a script in the head, before any module runs. When the document has
 * been read, its built-in texts change, and `translate` is there for the scripts. A draft works in a sandbox only, whose
 * banner is in the document.
 */
export function speak(code: LanguageCode, catalogue: Catalogue): void {
  document.addEventListener('readystatechange', () => start(code, catalogue), { once: true })
}

function start(code: LanguageCode, catalogue: Catalogue): void {
  const isDraft = LANGUAGES.find((language) => language.code === code)?.draft ?? true
  if (isDraft && !document.querySelector('[data-banner]')) return
  const translate = translator(code, catalogue)
  Object.assign(globalThis, { translate })
  document.documentElement.lang = code
  translateTexts(document.body, catalogue, translate)
}

/** Texts of attributes that people see or hear. */
const ATTRIBUTES = ['aria-label', 'alt', 'placeholder', 'title']

/** Translates texts that the build or the server wrote into the document. */
function translateTexts(body: Element, catalogue: Catalogue, translate: Translate): void {
  const patterns = Object.keys(catalogue).filter((message) => /{\w+}/.test(message) && !message.includes(','))
  const expressions = patterns.map((message) => [message, expressionOf(message)] as const)
  const translated = (text: string): string | undefined => {
    const message = text.trim().replace(/\s+/g, ' ')
    if (Object.hasOwn(catalogue, message)) return translate(message)
    for (const [pattern, expression] of expressions) {
      const values = expression.exec(message)?.groups
      if (values) return translate(pattern, { ...values })
    }
    return undefined
  }
  const texts = document.createTreeWalker(body, NodeFilter.SHOW_TEXT)
  for (let text = texts.nextNode(); text instanceof Text; text = texts.nextNode()) {
    const found = translated(text.data)
    if (found !== undefined) text.data = text.data.replace(text.data.trim(), () => found)
  }
  for (const name of ATTRIBUTES)
    body.querySelectorAll(`[${name}]`).forEach((element) => {
      const found = translated(element.getAttribute(name) ?? '')
      if (found !== undefined) element.setAttribute(name, found)
    })
}

/** Returns an expression that finds the values of a message in its English text. */
function expressionOf(message: string): RegExp {
  const escaped = message.replace(/[.*+?^$()|[\]\\]/g, String.raw`\$&`)
  return new RegExp(`^${escaped.replace(/{(\w+)}/g, '(?<$1>.+)')}$`)
}
