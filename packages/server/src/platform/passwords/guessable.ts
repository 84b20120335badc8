import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'

const estimator = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs })

/** The score of passwords that take a million guesses or more, of 0 to 4. */
const scoreMin = 2

/**
 * Whether a password follows a pattern that attackers try first: a word or a name with digits, a
 * sequence, a repetition, a row of keys, a date. Import it only when needed, because its
 * dictionaries are large.
 */
export const isGuessable = (password: string, personalWords: readonly string[]): boolean =>
  estimator.check(password, [...personalWords]).score < scoreMin
