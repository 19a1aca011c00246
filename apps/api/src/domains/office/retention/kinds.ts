/** What a column holds about a person. */
export const KINDS = {
  person: 'which person, or which of their records, the row belongs to',
  name: 'a name',
  contact: 'a phone number, an email address or a postal address',
  identity: 'birth date, gender, nationality, occupation, documents',
  money: 'amounts, prices and what a transfer is for',
  card: 'a card, never its whole number',
  device: 'a browser, a device or the address of a connection',
  words: 'what people or staff wrote, and details of what happened',
  staff: 'who of our staff acted',
  key: 'a digest, key or secret made for one person or browser',
  row: 'the state and the times of the row, or nothing about a person',
} as const

export type Kind = keyof typeof KINDS

/** The columns of tables by what they hold. Column names are separated by spaces. */
export type Columns = Readonly<Record<string, Readonly<Partial<Record<Kind, string>>>>>
