export function powerOfTen(exponent: number): bigint {
  return 10n ** BigInt(exponent)
}

/** Writes value / 10^scale in plain decimal notation, with exactly `scale` decimals. */
export function decimalText(value: bigint, scale: number): string {
  const [sign, size] = value < 0n ? ['-', -value] : ['', value]
  const digits = size.toString().padStart(scale + 1, '0')
  return scale === 0 ? sign + digits : `${sign}${digits.slice(0, -scale)}.${digits.slice(-scale)}`
}
