/** A step of a timeline. */
export interface TimelineEntry {
  key: string
  text: string
  /** The displayed time; absent for a future step. */
  when?: string
  state: 'done' | 'current' | 'ahead' | 'failed'
}
