export { readDraft } from './drafts.ts'
export { createReportsModule } from './service.ts'
