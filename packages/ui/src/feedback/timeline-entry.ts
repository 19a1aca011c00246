/** A step of a timeline. */
export interface TimelineEntry {
  key: string
  text: string
  /** The displayed time; absent while the step lies ahead. */
  when?: string
  state: 'done' | 'current' | 'ahead' | 'failed'
}
