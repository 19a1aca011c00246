import type { Operation, Schema } from './operations.ts'

/** A place where a request names a person's resource. */
export interface IdPlace {
  readonly operation: Operation
  readonly place: 'path' | 'query' | 'body'
  readonly name: string
  /** `getTransfer.payment_id` */
  readonly key: string
}

/** Places that only resemble a person's resources: they name public things, or secrets that only the owner has. */
export const NOT_OBJECTS: Readonly<Record<string, string>> = {
  'getRate.from': 'a currency',
  'getRate.to': 'a currency',
  'getRate.amount': 'an amount',
  'trackTransfer.token': 'a random secret of the link, which shows a transfer to anyone who has it',
  'endRateAlertByLink.token': 'a random secret of the email, which switches off one alert',
  'verifyPhone.verificationId':
    'a random secret of the browser that asked for the code, worth nothing without it',
  'openEnquiry.id': 'made up by the client for its own new conversation',
  'addEnquiryMessage.messageId': 'made up by the client for its own new message',
  'addPayerNumber.verificationId':
    'a random secret of the browser that asked for the code, worth nothing without it',
  'removePayerNumber.phone': 'a number; for one that is not the customer’s own, nothing happens',
  'changePhone.verificationId':
    'a random secret of the browser that asked for the code, worth nothing without it',
}

const looksLikeId = (name: string, schema: Schema): boolean =>
  schema.format === 'uuid' || /(^|_)id$|Id$|^cursor$|reference/i.test(name)

/** Returns every place of these operations that takes an id; every path parameter counts as one. */
export function idPlaces(operations: readonly Operation[]): IdPlace[] {
  return operations.flatMap((operation) => {
    const inAddress = operation.parameters
      .filter((each) => each.in === 'path' || looksLikeId(each.name, each.schema))
      .map((each) => ({ place: each.in, name: each.name }))
    const inBody = Object.entries(operation.body?.properties ?? {})
      .filter(([name, schema]) => looksLikeId(name, schema))
      .map(([name]) => ({ place: 'body' as const, name }))
    return [...inAddress, ...inBody]
      .map((each) => ({ ...each, operation, key: `${operation.id}.${each.name}` }))
      .filter(({ key }) => !(key in NOT_OBJECTS))
  })
}
