/** What an email address looks like. Whether mail arrives there, only mail can tell. */
export const EMAIL_SHAPE = /^\S+@\S+\.\S+$/
