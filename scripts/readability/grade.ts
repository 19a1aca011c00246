import { fleschKincaid } from 'flesch-kincaid'
import { syllable } from 'syllable'

/** The words, sentences and syllables of some texts. */
export interface Counts {
  readonly sentence: number
  readonly word: number
  readonly syllable: number
}

const wordsOf = (text: string): string[] => text.match(/[\p{L}\p{N}]+(?:[’'.,:/@-][\p{L}\p{N}]+)*/gu) ?? []

/** Returns the sentences of a text. A dot in a number or an address ends none; a colon before a list does not either. */
export function sentencesOf(text: string): string[] {
  return text
    .split(/(?<=[.?!…]["”’)]*)\s+(?=["“(]?[\p{Lu}\p{N}])/u)
    .map((sentence) => sentence.trim())
    .filter((sentence) => wordsOf(sentence).length > 0)
}

export const lengthOf = (sentence: string): number => wordsOf(sentence).length

/** Counts texts; a text without a full stop is a sentence too. */
export function countsOf(texts: readonly string[]): Counts {
  const sentences = texts.flatMap(sentencesOf)
  const words = sentences.flatMap(wordsOf)
  return {
    sentence: sentences.length,
    word: words.length,
    syllable: words.reduce((sum, word) => sum + Math.max(1, syllable(word)), 0),
  }
}

/** Returns the Flesch-Kincaid grade: the years of school that reading it takes. */
export const gradeOf = (counts: Counts): number => (counts.sentence === 0 ? 0 : fleschKincaid({ ...counts }))
