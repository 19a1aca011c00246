const WIRE = /^(0|[1-9][0-9]{0,17})(?:\.([0-9]{1,2}))?$/

/**
 * Returns the minor units of an amount in pawaPay's format (`"120.50"`: no leading zeros, at most two places); null for
 * any other text.
 */
export function fromWire(amount: string): bigint | null {
  const parts = WIRE.exec(amount)
  if (parts === null) return null
  const [, major = '', places = ''] = parts
  return BigInt(major + places.padEnd(2, '0'))
}

/** Formats with two decimals, as in pawaPay's own answers. */
export function toWire(minor: bigint): string {
  const digits = minor.toString().padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** Returns an exact integer as JSON has it. */
export const asJson = (exact: bigint): number => Number(exact)
