/** Requests a month that the free plans of the rate sources allow. */
const FREE_PLANS = {
  OPENEXCHANGERATES_MONTHLY_REQUESTS: 1_000,
  EXCHANGERATE_API_MONTHLY_REQUESTS: 1_500,
} as const

/** Returns the requests a month that our plan with a source allows. */
export function monthlyRequestsOf(
  env: Readonly<Record<string, string | undefined>>,
  name: keyof typeof FREE_PLANS,
): number {
  return Number(env[name] || FREE_PLANS[name])
}
