/** How to find a string: by its role for a screen reader, or as plain text. */
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

/** Returns each string of a place and how to find it. */
export function stringsOf(place: Place): { kind: Kind; text: string }[] {
  return (Object.entries(place.says) as [Kind, readonly string[]][]).flatMap(([kind, texts]) =>
    texts.map((text) => ({ kind, text })),
  )
}
