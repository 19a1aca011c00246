/** The shape of an email address. Only a sent email shows that it works. */
export const EMAIL_SHAPE = /^\S+@\S+\.\S+$/
