export const codeMilliseconds = 1_800_000

/** There are about two billion codes; after so many guesses a new one must be requested. */
export const guessesMax = 5

/** Repeated requests send no second mail within this time. */
const pauseMilliseconds = 60_000

interface KnownCode {
  readonly createdAt: Date
}

export const mayMailAnother = (latest: KnownCode | undefined, now: Date): boolean =>
  latest === undefined || now.getTime() - latest.createdAt.getTime() >= pauseMilliseconds

interface GuessedCode {
  readonly guessesLeft: number
  readonly expiresAt: Date
}

export const mayGuess = ({ guessesLeft, expiresAt }: GuessedCode, now: Date): boolean =>
  guessesLeft > 0 && now < expiresAt

interface CodeOwner {
  readonly organizationId: string
  readonly id: string
  readonly email: string
}

/** A code is valid for one customer at one email address; a changed address invalidates it. */
export const codeBinding = (
  { organizationId, id, email }: CodeOwner,
  code: string,
): readonly string[] => ['portal code', organizationId, id, email.toLowerCase(), code]
