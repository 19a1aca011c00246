/** Masks a name except for the first letter of each word: `A•• M•••••`. */
export function maskName(name: string | null): string | null {
  return name === null
    ? null
    : name.replace(/(\S)(\S*)/gu, (_, first: string, rest: string) => first + '•'.repeat([...rest].length))
}

/** Masks a number except for its country's and its last digits: `+231•••••456`. */
export function maskPhone(phone: string | null): string | null {
  if (phone === null) return null
  return phone.length < 9
    ? '•'.repeat(phone.length)
    : `${phone.slice(0, 4)}${'•'.repeat(phone.length - 7)}${phone.slice(-3)}`
}

/** Masks an address except for its first letter and its domain: `a••@example.com`. */
export function maskEmail(email: string | null): string | null {
  if (email === null) return null
  const [name = '', domain = ''] = email.split('@')
  return `${name.slice(0, 1)}${'•'.repeat(Math.max(1, name.length - 1))}@${domain}`
}
