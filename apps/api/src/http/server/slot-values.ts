/** One item of a list, its values by name; a value may be a list itself. */
export interface SlotItem {
  readonly [name: string]: string | undefined | readonly SlotItem[]
}

/**
 * Values for the slots of built documents, by name. Undefined or an empty list means unset, and regions that depend on
 * it are removed.
 */
export type Slots = Readonly<Record<string, string | undefined | readonly SlotItem[]>>

/** Slots whose values change while the server runs. */
export interface ChangingSlots {
  readonly read: () => Promise<Slots>
  /** The slots until they have been read; a document with one of these names is rebuilt as they change. */
  readonly unknown: Slots
}

/** Slots of the rate pages while no rate can be read. Their other slots are in the region `rates`. */
export const UNKNOWN_RATES: Slots = {
  rates: undefined,
  'no-rates': 'unknown',
  'rates-fresh': undefined,
  'rates-stale': undefined,
}
