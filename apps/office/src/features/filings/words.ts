import type { OfficeFiling } from '@sesa/contract/office'

export const KIND_WORDS: Readonly<Record<OfficeFiling['kind'], string>> = {
  suspicion: 'SAR',
  weekly: 'Weekly statistics',
  monthly: 'Monthly statistics',
}

export const FORMAT_WORDS: Readonly<Record<OfficeFiling['format'], string>> = {
  goaml: 'goAML XML',
  fincen: 'FinCEN XML',
  printed: 'Printed, with CSV',
  csv: 'CSV',
}

/** The period or the case that a report is about. */
export function aboutOf({ from, to, caseNumber }: OfficeFiling): string {
  if (from !== null && to !== null) return `${from} to ${to}`
  return caseNumber ?? 'No case'
}

/** The authority in short: "Financial Intelligence Centre (FIC)" is "FIC". */
export const shortAuthority = ({ authority, format }: Pick<OfficeFiling, 'authority' | 'format'>): string =>
  format === 'fincen' ? 'FinCEN' : (/\((\w+)\)$/u.exec(authority)?.[1] ?? authority)
