import { sql, type RawBuilder } from 'kysely'

/**
 * Returns the condition of the update that begins a pay-out: true while no case stops the subjects. It locks them against a
 * case that opens at the same moment. `isWithoutList`: subjects that were never screened pass too.
 */
export const screeningPasses = (subjects: readonly bigint[], isWithoutList: boolean): RawBuilder<boolean> =>
  sql<boolean>`screening_passes(${subjects.map(String)}::bigint[], ${isWithoutList}::boolean)`
