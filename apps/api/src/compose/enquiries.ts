import {
  createEnquiriesModule,
  SANDBOX_ENQUIRY_LIMITS,
  STRICT_ENQUIRY_LIMITS,
} from '../domains/support/index.ts'

type EnquiryDeps = Omit<Parameters<typeof createEnquiriesModule>[0], 'limits'>

/** Composes the customers' conversations with support. */
export const composeEnquiries = ({ isSandbox, ...deps }: EnquiryDeps & { readonly isSandbox: boolean }) =>
  createEnquiriesModule({ ...deps, limits: isSandbox ? SANDBOX_ENQUIRY_LIMITS : STRICT_ENQUIRY_LIMITS })
