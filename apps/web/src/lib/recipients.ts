import { queryOptions } from '@tanstack/react-query'
import { calls, foldName, NETWORKS, plainText, type Recipient } from '@sesa/contract'
import { callApi } from './api/api.ts'

/** Below this number, a list is faster to read than to search. */
export const SEARCHED_FROM = 9

/** The server's maximum page size, and how many of these pages contain every recipient that an account may save. */
const PAGE = '100'
const PAGES = 6

/** Returns the query for all recipients of the signed-in customer, last paid or saved first. */
export function recipientsQuery(owner: string) {
  return queryOptions({
    queryKey: ['recipients', owner],
    queryFn: async ({ signal }): Promise<readonly Recipient[]> => {
      const all: Recipient[] = []
      let cursor: string | undefined
      for (let page = 0; page < PAGES; page++) {
        const query = { limit: PAGE, ...(cursor !== undefined && { cursor }) }
        const { recipients, nextCursor } = await callApi(calls.listRecipients, { query, signal })
        all.push(...recipients)
        if (nextCursor === null) break
        cursor = nextCursor
      }
      return all
    },
  })
}

/** Returns the customer's name for a recipient: the nickname, else the first name. */
export function callName({ nickname, name }: Pick<Recipient, 'nickname' | 'name'>): string {
  return nickname ?? name.split(' ')[0] ?? name
}

/** Returns the brand of a recipient's network. */
export function networkName({ country, network }: Pick<Recipient, 'country' | 'network'>): string {
  return NETWORKS.find((entry) => entry.country === country && entry.value === network)?.label ?? network
}

/** Returns the recipients that contain every typed word in name or nickname, or the typed digits; favourites first. */
export function findRecipients(recipients: readonly Recipient[], text: string): readonly Recipient[] {
  const words = foldName(text).split(' ')
  const written = plainText(text)
  const digits = written.replace(/\D/g, '').replace(/^0+/, '')
  const isNumber = digits !== '' && !/\p{L}/u.test(written)
  return recipients
    .filter(({ name, nickname, phone }) =>
      isNumber
        ? phone.includes(digits)
        : words.every((word) => foldName(`${name} ${nickname ?? ''}`).includes(word)),
    )
    .toSorted((a, b) => Number(b.favourite) - Number(a.favourite))
}
