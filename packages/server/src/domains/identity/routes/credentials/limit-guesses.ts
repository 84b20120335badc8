import type { IncomingHttpHeaders } from 'node:http'
import type { Id } from '@guildhall/contract/primitives'
import { networkOf, networksOf } from '../../../../platform/http/networks.ts'
import type { IdentityDeps } from '../../actions/deps.ts'
import { showsServerKey } from '../../actions/server-key.ts'
import { listSignInAddresses } from '../../store/audit.ts'

const guessesMax = 20
const windowSeconds = 600

interface Guess {
  readonly address: string
  readonly headers: IncomingHttpHeaders
}

/**
 * Counts an attempt at an account's password per network, so that nobody can lock an account for
 * others by guessing.
 */
export async function limitPasswordGuesses(
  deps: IdentityDeps,
  call: Guess,
  account: string,
): Promise<void> {
  if (showsServerKey(deps, call.headers)) return
  for (const { name, times } of networksOf(call.address)) {
    const subject = ['account', account, 'network', name]
    await deps.limit('password guesses', guessesMax * times, windowSeconds, subject)
  }
}

const everywhereMax = 100
const everywhereSeconds = 3_600
const knownMilliseconds = 90 * 86_400_000

interface GuessedAccount {
  /** As it was named. */
  readonly account: string
  /** Null if nobody has this name. */
  readonly userId: Id<'user'> | null
}

/**
 * Counts attempts at the sign-in from all networks together, because guessers may have many. A
 * network from which the user signed in lately may go on, or guessing would lock the user out.
 */
export async function limitGuessesEverywhere(
  deps: IdentityDeps,
  call: Guess,
  { account, userId }: GuessedAccount,
): Promise<void> {
  await countEverywhere(deps, call, { subject: ['account', account, 'every network'], userId })
}

/**
 * Counts an attempt by who holds a session of the account already, or a link that was mailed to it.
 * From all networks together, these are counted apart from attempts at the sign-in, or strangers who
 * guess there would keep the user from changing the password.
 */
export async function limitGuessesOfHolder(
  deps: IdentityDeps,
  call: Guess,
  { id, email }: { readonly id: Id<'user'>; readonly email: string },
): Promise<void> {
  await limitPasswordGuesses(deps, call, email)
  await countEverywhere(deps, call, { subject: ['holders of account', id], userId: id })
}

interface CountedAccount extends Pick<GuessedAccount, 'userId'> {
  readonly subject: readonly string[]
}

async function countEverywhere(
  deps: IdentityDeps,
  call: Guess,
  { subject, userId }: CountedAccount,
): Promise<void> {
  if (showsServerKey(deps, call.headers)) return
  try {
    await deps.limit('password guesses everywhere', everywhereMax, everywhereSeconds, subject)
  } catch (refused) {
    if (userId === null || !(await isKnownNetwork(deps, userId, call.address))) throw refused
  }
}

async function isKnownNetwork(
  { uowFactory, clock }: IdentityDeps,
  userId: Id<'user'>,
  address: string,
): Promise<boolean> {
  const since = new Date(clock.now().getTime() - knownMilliseconds)
  const known = await listSignInAddresses(uowFactory.database.kysely, userId, since)
  return known.some((one) => networkOf(one) === networkOf(address))
}
