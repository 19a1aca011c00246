/** A document's data, as the person types it on the sandbox's page. */
export interface Document {
  firstName: string
  lastName: string
  /** YYYY-MM-DD. */
  dob: string
  number: string
  /** YYYY-MM-DD. */
  expires: string
}

const DATE = /^\d{4}-\d{2}-\d{2}$/

/** Parses the document in a form; null when a part is missing. */
export function readDocument(form: Readonly<Record<string, string | undefined>>): Document | null {
  const part = (name: string) => form[name]?.trim() ?? ''
  const document = {
    firstName: part('firstName'),
    lastName: part('lastName'),
    dob: part('dob'),
    number: part('number'),
    expires: part('expires'),
  }
  const isWhole = document.firstName && document.lastName && document.number
  return isWhole && DATE.test(document.dob) && DATE.test(document.expires) ? document : null
}
