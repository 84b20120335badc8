import type { IncomingHttpHeaders } from 'node:http'
import type { Id } from '@guildhall/contract/primitives'
import { Problem } from '../../../kernel/refusal.ts'
import { networkOf, networksOf } from '../../../platform/http/networks.ts'
import { showsServerKey } from '../../identity/actions/server-key.ts'
import type { PortalDeps } from './deps.ts'

export interface AskingCall {
  /** The client's network address. */
  readonly address: string
  readonly headers: IncomingHttpHeaders
}

const guessesMax = 3
const guessSeconds = 10

/** Counts a guess per network, at whatever codes. */
export async function limitGuesses(deps: PortalDeps, call: AskingCall): Promise<void> {
  if (showsServerKey(deps, call.headers)) return
  for (const { name, times } of networksOf(call.address)) {
    await deps.limit('portal code guesses', guessesMax * times, guessSeconds, ['network', name])
  }
}

const mailsMax = 30
const mailSeconds = 600

/** Until a job has mailed a code, requests of a network for another are the same one. */
const repeatSeconds = 60

interface Mailed {
  readonly organizationId: Id<'organization'>
  readonly email: string
}

/** Counts a mail that is about to be sent to a customer. */
export async function isWithinMailLimits(
  deps: PortalDeps,
  { address, headers }: AskingCall,
  { organizationId, email }: Mailed,
): Promise<boolean> {
  if (showsServerKey(deps, headers)) return true
  const seller = ['organization', organizationId, 'network']
  const repeat = [...seller, networkOf(address), 'address', email.toLowerCase()]
  try {
    await deps.limit('portal code repeats', 1, repeatSeconds, repeat)
    for (const { name, times } of networksOf(address)) {
      const subject = [...seller, name]
      await deps.limit('portal code mails', mailsMax * times, mailSeconds, subject)
    }
    return true
  } catch (error) {
    if (error instanceof Problem && error.code === 'too_many_requests') return false
    throw error
  }
}
