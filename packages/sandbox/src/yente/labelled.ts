/** A name to screen and its entry in the invented list, or null for a person who is not on it. */
export interface LabelledPair {
  readonly name: string
  readonly birthDate?: string
  readonly expected: string | null
  readonly hard: string
}

const is = (expected: string | null, hard: string, name: string, birthDate?: string): LabelledPair => ({
  name,
  expected,
  hard,
  ...(birthDate !== undefined && { birthDate }),
})
const not = (hard: string, name: string, birthDate?: string): LabelledPair => is(null, hard, name, birthDate)

/** Pairs over the invented list, for choosing a threshold: `npm run screening`. */
export const LABELLED_PAIRS: readonly LabelledPair[] = [
  is('inv-mensah', 'exact', 'Ekow Bentsil Mensah', '1961-03-14'),
  is('inv-mensah', 'alias', 'Bentsil Mensah'),
  is('inv-mensah', 'order', 'Mensah Ekow Bentsil'),
  is('inv-mensah', 'initial', 'E. B. Mensah', '1961-03-14'),
  is('inv-mensah', 'missing name', 'Ekow Mensah', '1961-03-14'),
  is('inv-mensah-pep', 'birth year only', 'Dzifa Mensah', '1970-06-05'),
  is('inv-mensah-pep', 'spelling', 'Dzifah Mensa', '1970-06-05'),
  is('inv-kamara', 'transliteration', 'Santigi Camara', '1968-02-02'),
  is('inv-kamara', 'order', 'Kamara Santigie'),
  is('inv-kamara-pep', 'missing name', 'Brima Kamara', '1955-11-02'),
  is('inv-kamara-pep', 'initial', 'Brima L. Kamara', '1955-11-02'),
  is('inv-conteh', 'transliteration', 'Fode Conte', '1972-07-30'),
  is('inv-conteh', 'spelling', 'Fodey Contheh', '1972-07-30'),
  is('inv-koroma', 'transliteration', 'Daouda Koroma'),
  is('inv-koroma', 'spelling', 'Dawda Koroma'),
  is('inv-koroma-rca', 'birth year only', 'Mabinty Koroma', '1984-01-31'),
  is('inv-boateng', 'spelling', 'Agyemang Boateng', '1959-04-04'),
  is('inv-johnson', 'alias', 'General Tiger'),
  is('inv-johnson', 'spelling', 'Nyema Johnson', '1966-01-09'),
  is('inv-johnson-pep', 'order', 'Johnson Cephus', '1963-10-10'),
  is('inv-kpadeh', 'initial', 'V. Kpadeh', '1975-03-03'),
  is('inv-toweh', 'no birth date', 'Garmai Toweh', '1979-09-19'),
  is('inv-abdulkarim', 'transliteration', 'Abdelkarim Yussef', '1958-01-01'),
  is('inv-abdulkarim', 'transliteration', 'Abdul Karim Yusuf', '1958-12-31'),
  is('inv-usman', 'transliteration', 'Othman Gwarzo', '1980-05-21'),
  is('inv-orlov', 'script', 'Arseny Velyaminov', '1971-09-01'),
  is('inv-jallow', 'transliteration', 'Yankouba Jalloh', '1965-05-05'),
  is('inv-ouedraogo', 'accents', 'Tiraogo Ouedraogo', '1969-12-12'),
  is('inv-agbeko', 'exact', 'Selorm Agbeko'),
  not('common name', 'Ama Mensah'),
  not('common name', 'Kofi Mensah', '1990-04-02'),
  not('common name', 'Ekua Mensah', '1961-03-14'),
  not('same name, other birth date', 'Ekow Bentsil Mensah', '1994-08-20'),
  not('same name, other birth date', 'Dzifa Mensah', '1999-02-11'),
  not('same name, other birth date', 'Santigie Kamara', '2001-01-01'),
  not('same name, other birth date', 'Selorm Agbeko', '1991-06-17'),
  not('same name, no birth date', 'Foday Conteh'),
  not('same name, no birth date', 'Cephus Johnson'),
  not('common name', 'Fatu Kamara', '1968-05-05'),
  not('common name', 'Mohamed Kamara'),
  not('common name', 'Ibrahim Kamara'),
  not('common name', 'Isatu Conteh', '1972-07-30'),
  not('common name', 'Alusine Conteh'),
  not('common name', 'Aminata Koroma'),
  not('common name', 'Mabel Koroma', '1984-06-06'),
  not('common name', 'Kwame Boateng'),
  not('common name', 'Akosua Boateng', '1959-01-01'),
  not('common name', 'Fatu Johnson'),
  not('common name', 'Emmanuel Johnson', '1966-01-09'),
  not('common name', 'Varney Kollie'),
  not('common name', 'Abdul Karim Bangura'),
  not('common name', 'Yankuba Touray'),
  not('common name', 'Usman Danjuma'),
  not('common name', 'Moses Toweh'),
]
