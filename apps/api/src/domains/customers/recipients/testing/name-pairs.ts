import type { NameCheck } from '@sesa/contract'

/** A typed name, the wallet's registered name, and the expected result of comparing them. */
export type NamePair = readonly [typed: string, held: string, verdict: NameCheck]

/** Names as typed by people and as registered with carriers in Liberia, Ghana and Sierra Leone. */
export const NAME_PAIRS: readonly NamePair[] = [
  ['Kofi Mensah', 'KOFI MENSAH', 'match'],
  ['Kofi Mensah', 'MENSAH KOFI', 'match'],
  ['Ama Owusu-Ansah', 'AMA OWUSU ANSAH', 'match'],
  ['Ama Owusuansah', 'OWUSU ANSAH AMA', 'match'],
  ['Mr. Kofi Mensah Jr', 'KOFI MENSAH', 'match'],
  ['Alhaji Mohammed Bah', 'MOHAMED BAH', 'match'],
  ['Mohamed Kamara', 'MUHAMMAD CAMARA', 'match'],
  ['Isatu Conteh', 'ISATA KONTEH', 'match'],
  ['Kwesi Boateng', 'AKWASI BOATENG', 'match'],
  ['Afua Yeboah', 'EFUA YEBOAH', 'match'],
  ['Kɔfi Mensah', 'KOFI MENSAH', 'match'],
  ['Mary O’Connor', 'MARY OCONNOR', 'match'],
  ['Fatu Sesay', 'FATMATA SESAY', 'close'],
  ['Joe Doe', 'JOSEPH DOE', 'close'],
  ['K. Mensah', 'KOFI MENSAH', 'close'],
  ['Kofi A. Mensah', 'KOFI AMOAH MENSAH', 'close'],
  ['Kofi Mensah', 'KOFI AMOAH MENSAH', 'close'],
  ['Abena Serwaa Osei Bonsu', 'ABENA OSEI BONSU', 'close'],
  ['Sahr Koromma', 'SAHR KOROMA', 'close'],
  ['Emmanuel Tetteh', 'EMANUEL TETTEH', 'close'],
  ['Aminata Bangura', 'AMINATU BANGURA', 'close'],
  ['Kofi Mensah', 'KWAME MENSAH', 'different'],
  ['Kofi Mensah', 'KOFI OWUSU', 'different'],
  ['Fatu Sesay', 'FATU KAMARA', 'different'],
  ['Moses Kollie', 'MARTHA KOLLIE', 'different'],
  ['Mensah', 'KOFI MENSAH', 'different'],
  ['Ibrahim Bah', 'IBRAHIM BARRIE', 'different'],
  ['John Kpanneh', 'JANE KPANNEH', 'different'],
  ['Mama Fatu', 'FATMATA SESAY', 'different'],
  ['Kofi Mensah', '', 'unknown'],
]
