/** Topics of a conversation with support, in the order of the form. */
export const ENQUIRY_TOPICS = [
  'where_is_money',
  'wrong_amount',
  'cancel_refund',
  'card',
  'account',
  'complaint',
  'other',
] as const

export type EnquiryTopic = (typeof ENQUIRY_TOPICS)[number]

/** Labels of the topics. */
export const TOPIC_WORDS: Readonly<Record<EnquiryTopic, string>> = {
  where_is_money: 'Where is my money?',
  wrong_amount: 'The amount or the person is wrong',
  cancel_refund: 'Cancel or refund',
  card: 'My card or payment',
  account: 'My account or sign-in',
  complaint: 'I want to complain',
  other: 'Something else',
}
