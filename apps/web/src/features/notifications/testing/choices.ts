import type { Choices } from '../choices.ts'

/** The choices of a new customer. */
export const sampleChoices = (): Choices => ({
  notifications: {
    ...{ transactionSuccessful: true, transactionFails: true, ratesChange: false, moneyReceived: true },
    ...{ loanRequestSuccessful: false, loanRequestFails: false },
  },
  channels: {
    email: { reminders: true, rateAlerts: true, supportAnswers: true },
    push: {
      ...{ transfers: true, moneyReceived: true, ratesChange: false },
      ...{ reminders: true, rateAlerts: true, supportAnswers: true },
    },
  },
})
