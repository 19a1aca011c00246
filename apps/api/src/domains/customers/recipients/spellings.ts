/**
 * Spellings of one name, written as the first. Akan day names: Wikipedia, "Akan names", which lists the Twi, Akuapem and
 * Fante spellings. Fula, Mandingo and Arabic names are romanised in the English and in the French way; these are the
 * variants in use in Liberia, Sierra Leone and Ghana. Only spellings of the same name belong here, never similar names.
 */
const SPELLINGS = [
  'kwasi kwesi akwasi akwesi',
  'kwadwo kojo kwodwo kodwo',
  'kwabena kobina kwabina',
  'kwaku kweku',
  'yaw yao',
  'kofi koffi',
  'akosua akosuah',
  'adwoa adjoa adjowa',
  'akua ekua akuah',
  'afua efua afia afuah',
  'ama amma',
  'mohamed mohammed muhammad mohammad muhammed mohamad muhamed',
  'kamara camara',
  'conteh konteh',
  'jalloh diallo jallow',
  'isatu isata aisatu aissatou',
  'koroma coroma',
  'sesay sesey',
  'bah ba',
] as const

/** Usual short forms and their full names. Fatu: Wikipedia, "Fatima (given name)". */
const SHORT_FORMS = [
  'fatu fatmata fatoumata fatima fatimatu',
  'joe joseph',
  'sam samuel',
  'dan daniel',
  'ben benjamin',
  'mike michael',
  'tom thomas',
  'emma emmanuel',
  'liz elizabeth',
  'alex alexander alexandra',
] as const

/** Words that people write before or after a name, and that the network may leave out. Some are also registered names. */
export const TITLES: ReadonlySet<string> = new Set(
  'mr mrs ms miss dr prof rev pastor sir madam chief alhaji alhaja hajia nana nii togbe maame jr sr'.split(
    ' ',
  ),
)

const FIRST_SPELLING: ReadonlyMap<string, string> = new Map(
  SPELLINGS.flatMap((line) => {
    const spellings = line.split(' ')
    return spellings.map((spelling) => [spelling, spellings[0] ?? spelling] as const)
  }),
)

const NAMES_OF: ReadonlyMap<string, readonly string[]> = new Map(
  SHORT_FORMS.map((line) => {
    const [short = '', ...names] = line.split(' ')
    return [short, names] as const
  }),
)

/** Returns the spelling that represents all spellings of a name. */
export function firstSpelling(word: string): string {
  return FIRST_SPELLING.get(word) ?? word
}

/** Returns true if one of two names is a usual short form of the other. */
export function isShortForm(a: string, b: string): boolean {
  return (NAMES_OF.get(a)?.includes(b) ?? false) || (NAMES_OF.get(b)?.includes(a) ?? false)
}
