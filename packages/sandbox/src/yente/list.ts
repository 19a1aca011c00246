/** An entry of the list, in yente's format. */
export interface Entry {
  readonly id: string
  readonly schema: 'Person' | 'Company'
  readonly names: readonly string[]
  /** `YYYY`, `YYYY-MM` or `YYYY-MM-DD`; partial as on real lists. */
  readonly birthDate?: string
  readonly country: string
  readonly topics: readonly string[]
}

const person = (
  id: string,
  names: readonly string[],
  birthDate: string | undefined,
  country: string,
  ...topics: readonly string[]
): Entry => ({ id, schema: 'Person', names, country, topics, ...(birthDate !== undefined && { birthDate }) })

const company = (id: string, names: readonly string[], country: string): Entry => ({
  id,
  schema: 'Company',
  names,
  country,
  topics: ['sanction'],
})

/**
 * An invented list. No entry is a real person or company; any likeness is accidental. It contains the cases on which
 * name matching fails: transliterations, swapped names, initials, only a birth year, aliases, and family names that
 * half a country shares.
 */
export const INVENTED_LIST: readonly Entry[] = [
  person('inv-mensah', ['Ekow Bentsil Mensah', 'Bentsil Mensah'], '1961-03-14', 'gh', 'sanction'),
  person('inv-mensah-pep', ['Dzifa Mensah'], '1970', 'gh', 'role.pep'),
  person('inv-kamara', ['Santigie Kamara', 'Santigie Camara'], '1968', 'sl', 'sanction'),
  person('inv-kamara-pep', ['Brima Lansana Kamara'], '1955-11-02', 'sl', 'role.pep'),
  person('inv-conteh', ['Foday Conteh', 'Fodé Conté'], '1972-07-30', 'sl', 'sanction', 'crime'),
  person('inv-koroma', ['Dauda Koroma', 'Daouda Coroma'], undefined, 'sl', 'sanction'),
  person('inv-koroma-rca', ['Mabinty Koroma'], '1984', 'sl', 'role.rca'),
  person('inv-boateng', ['Agyeman Boateng'], '1959', 'gh', 'role.pep'),
  person('inv-johnson', ['Nyemah Johnson', 'General Tiger'], '1966-01-09', 'lr', 'sanction', 'crime.war'),
  person('inv-johnson-pep', ['Cephus Johnson'], '1963', 'lr', 'role.pep', 'role.rca'),
  person('inv-kpadeh', ['Varney Kpadeh', 'V. Kpadeh'], '1975', 'lr', 'sanction'),
  person('inv-toweh', ['Garmai Toweh'], undefined, 'lr', 'debarment'),
  person(
    'inv-abdulkarim',
    ['Abd al-Karim Yusuf', 'Abdul Karim Youssef', 'عبد الكريم يوسف'],
    '1958',
    'ng',
    'sanction',
  ),
  person('inv-usman', ['Uthman Dantata Gwarzo', 'Usman Gwarzo'], '1980-05-21', 'ng', 'sanction'),
  person('inv-orlov', ['Арсений Вельяминов', 'Arseniy Velyaminov'], '1971-09-01', 'ru', 'sanction'),
  person('inv-jallow', ['Yankuba Jallow', 'Yankouba Diallo'], '1965', 'gm', 'sanction.linked'),
  person('inv-ouedraogo', ['Tiraogo Ouédraogo'], '1969-12-12', 'bf', 'sanction'),
  person('inv-agbeko', ['Selorm Agbeko'], '1977-08-08', 'gh', 'sanction'),
  company('inv-blackstar', ['Harmattan Bullion Trading Limited', 'Harmattan Bullion Ltd'], 'gh'),
  company('inv-mano', ['Cape Lahou Timber Company'], 'lr'),
]
