export const codeMilliseconds = 1_800_000

/** After so many guesses a new code must be requested. */
export const guessesMax = 5

/**
 * Guesses at a short sign-in code are counted per network, so that a stranger's leave the customer
 * their own. All networks together have so many, which are still far too few: there are about two
 * billion codes.
 */
export const networksGuessesMax = 1000

/** Repeated requests send no second mail within this time. */
const pauseMilliseconds = 60_000

/** So many are valid at a time. The customer has all of them in their mailbox. */
const codesMax = 5

interface KnownCode {
  readonly createdAt: Date
  readonly expiresAt: Date
}

/**
 * Earlier codes stay valid, or a stranger could void the customer's by requesting another before
 * they enter it.
 */
export const mayMailAnother = (codes: readonly KnownCode[], now: Date): boolean =>
  codes.every(({ createdAt }) => now.getTime() - createdAt.getTime() >= pauseMilliseconds) &&
  codes.filter(({ expiresAt }) => now < expiresAt).length < codesMax

interface GuessedCode {
  readonly guessesLeft: number
  readonly expiresAt: Date
}

export const mayGuess = ({ guessesLeft, expiresAt }: GuessedCode, now: Date): boolean =>
  guessesLeft > 0 && now < expiresAt

interface GuessingNetwork {
  /** Wrong ones so far. */
  readonly guesses: number
  /** How many times the guesses of a single network it has. */
  readonly times: number
}

export const mayGuessFrom = (
  networks: readonly GuessingNetwork[],
  code: GuessedCode,
  now: Date,
): boolean =>
  networks.every(({ guesses, times }) => guesses < guessesMax * times) && mayGuess(code, now)

/**
 * A repeated mail has a long code as well. Strangers in the network of the customer, or in many
 * others, can use up the guesses at every short one.
 */
export const needsLongCode = (codes: readonly KnownCode[], now: Date): boolean =>
  codes.some(({ expiresAt }) => now < expiresAt)

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

/** A long code can’t be guessed, so nobody can use up its guesses. */
export const isLong = (code: string): boolean => code.length === longCodeLength

const longCodeLength = 16
const longAlphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

export const longCodeBinding = (
  { organizationId, id, email }: CodeOwner,
  codeId: string,
): readonly string[] => ['long portal code', organizationId, id, email.toLowerCase(), codeId]

/** 80 bits of a signature. */
export const longCodeText = (mac: Buffer): string =>
  [...mac.subarray(0, longCodeLength)]
    .map((byte) => longAlphabet.charAt(byte % longAlphabet.length))
    .join('')

interface EmailChange {
  readonly organizationId: string
  readonly customerId: string
  readonly formerEmail: string
  readonly newEmail: string
}

/** A code is valid for one change, of one address to one other. */
export const changeBinding = (
  { organizationId, customerId, formerEmail, newEmail }: EmailChange,
  code: string,
): readonly string[] => ['email change', organizationId, customerId, formerEmail, newEmail, code]
