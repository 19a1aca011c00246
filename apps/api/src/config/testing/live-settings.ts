/** Every provider that a live start needs, with keys that look like live ones. */
export const LIVE_PROVIDERS = {
  SESA_MODE: 'live',
  STRIPE_SECRET_KEY: 'sk_live_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
  PAWAPAY_TOKEN: 'token',
  TWILIO_ACCOUNT_SID: 'AC1',
  TWILIO_AUTH_TOKEN: 'auth',
  TWILIO_FROM: 'MG1',
  SMTP_URL: 'smtps://user:word@mail.example:465',
  MAIL_FROM: 'Sesa <no-reply@sesa.example>',
  OPENEXCHANGERATES_APP_ID: 'app',
}
