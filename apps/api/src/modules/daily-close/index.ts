export { journalOf } from './journal.ts'
export { type DayReport } from './report.ts'
export { createDailyClose, isDay, type DailyClose } from './service.ts'
export { countUnsigned } from './store.ts'
