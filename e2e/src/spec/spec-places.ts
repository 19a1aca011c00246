/** How a string is found: by the role that it has for a screen reader, or as plain text. */
export type Kind =
  | 'heading'
  | 'link'
  | 'button'
  | 'columnheader'
  | 'img'
  | 'option'
  | 'radio'
  | 'switch'
  | 'tab'
  | 'label'
  | 'placeholder'
  | 'value'
  | 'text'

export interface Place {
  /** Sections of the specification. */
  readonly section: string
  readonly route: string
  readonly state: string
  readonly says: Partial<Record<Kind, readonly string[]>>
}

/** Each string of a place, with how it is found. */
export function stringsOf(place: Place): { kind: Kind; text: string }[] {
  return (Object.entries(place.says) as [Kind, readonly string[]][]).flatMap(([kind, texts]) =>
    texts.map((text) => ({ kind, text })),
  )
}
