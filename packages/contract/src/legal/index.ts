export { agreementsDue, type AgreementDue, type Agreed } from './agreements-due.ts'
export { readBlocks, type Block, type Line } from './blocks.ts'
export { COMPLAINT_RULES, complaintDeadlines, type ComplaintRule } from './complaints.ts'
export { LEGAL_DOCUMENTS, versionPath, type LegalDocument, type LegalVersion } from './documents.ts'
