const BPS_PER_PERCENT = 100n

/** Formats basis points: 150 is "1.50%". */
export function formatBps(bps: bigint): string {
  return `${bps / BPS_PER_PERCENT}.${String(bps % BPS_PER_PERCENT).padStart(2, '0')}%`
}
