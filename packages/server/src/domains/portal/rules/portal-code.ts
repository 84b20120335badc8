export const codeMilliseconds = 1_800_000

/** Of two thousand million codes; after that another has to be asked for. */
export const guessesMax = 5

/** Who asks again sooner finds the first mail. */
const pauseMilliseconds = 60_000

interface KnownCode {
  readonly createdAt: Date
}

/** Nobody floods a mailbox through us. */
export const isAnotherDue = (known: KnownCode | undefined, now: Date): boolean =>
  known === undefined || now.getTime() - known.createdAt.getTime() >= pauseMilliseconds

interface GuessedCode {
  readonly guessesLeft: number
  readonly expiresAt: Date
}

/** Whether a code may be guessed at all, right or wrong. */
export const mayGuess = ({ guessesLeft, expiresAt }: GuessedCode, now: Date): boolean =>
  guessesLeft > 0 && now < expiresAt
