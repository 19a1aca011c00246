import { PATIENCE } from '@sesa/test-kit/patience'
import { EMAIL_LINK_PAGES } from '@sesa/contract'
import { vi } from 'vitest'

const CODE = /Your Sesa code is (\d{6})/
const linkTo = (page: keyof typeof EMAIL_LINK_PAGES): RegExp =>
  new RegExp(`${EMAIL_LINK_PAGES[page]}#([\\w-]{43})`)

/** Reads codes and links from the sandbox's phones and mailboxes; returns each once. */
export class Inbox {
  readonly #sandboxUrl: string
  readonly #used = new Set<string>()
  /** Every code and link so far. */
  readonly handedOut: string[] = []

  constructor(sandboxUrl: string) {
    this.#sandboxUrl = sandboxUrl
  }

  code(phone: string): Promise<string> {
    return this.#next(phone, CODE)
  }

  link(page: keyof typeof EMAIL_LINK_PAGES, email: string): Promise<string> {
    return this.#next(email, linkTo(page))
  }

  #next(to: string, pattern: RegExp): Promise<string> {
    return vi.waitFor(async () => {
      const address = `${this.#sandboxUrl}/sandbox/messages?to=${encodeURIComponent(to)}`
      const { messages } = (await (await fetch(address)).json()) as { messages: { text: string }[] }
      for (const { text } of messages) {
        const found = pattern.exec(text)?.[1]
        if (found === undefined || this.#used.has(to + found)) continue
        this.#used.add(to + found)
        this.handedOut.push(found)
        return found
      }
      throw new Error(`Nothing new like ${pattern.source} for ${to}`)
    }, PATIENCE)
  }
}
