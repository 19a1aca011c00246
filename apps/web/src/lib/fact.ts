/** A label and its value, in text. */
export interface TextFact {
  key: string
  label: string
  value: string
}
